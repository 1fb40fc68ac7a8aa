"""The strips with which containers are closed."""

from .common import RulesError

SERIES = "{{series}}"
"""The seal series that the railway knows us by."""

LAST = 999_999


def seal(number: int) -> str:
    """What stands on strip `number`."""
    if not 1 <= number <= LAST:
        raise RulesError(f"there is no seal number {number}: use 1 to {LAST}")
    return f"{SERIES}-{number:06}"
