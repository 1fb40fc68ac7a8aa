"""Looking up rule codes in the reference."""

from .common import RulesError
from .reference import DESKS, TITLES


def title(code: str) -> str:
    """What the code means; a code that the reference lacks stands for itself."""
    return TITLES.get(code, code)


def desk(code: str) -> str:
    """The desk that handles the code."""
    return DESKS.get(code, "front")


def code_for(wanted: str) -> str:
    """The code with the title `wanted` (case does not matter)."""
    for code, known in TITLES.items():
        if known == wanted.upper():
            return code
    raise RulesError(f"no rule code has the title {wanted!r}")


def listing() -> list[str]:
    """One line per code: code, desk, title."""
    return [f"{code}  {DESKS[code]:<8}{TITLES[code]}" for code in TITLES]
