"""The register of forms that published rosters belong to."""

NUMBER = "{{number}}"


def head() -> str:
    """The first line of every paper that counts as a published roster."""
    return f"form {NUMBER}"
