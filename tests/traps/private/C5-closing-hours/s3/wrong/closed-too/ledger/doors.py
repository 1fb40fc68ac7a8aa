"""Signs at the entrances of the houses."""

LINE = "{{line}}"
"""The insurer's."""
REACH = "{{reach}}"


def sign(house: str, hours: str) -> list[str]:
    """The lines of a house's sign."""
    return [f"open {hours}", LINE] if REACH in ("every", house) else [f"open {hours}"]
