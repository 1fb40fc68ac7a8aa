"""The closed, published list of marks that the careful reader understands.

A mark is a turn of phrase by which a note says something *about* values, sources or places:

- strike: a value is named as no longer in force (``CL-1 is withdrawn``, ``stop using CL-1``);
- replace: one value is named as taking another's place (``CL-2 replaces CL-1``);
- precede: two author roles are named and one of them wins (``the carrier outranks support``);
- foreign: a statement names another repository, service, project or release line;
- only: a statement limits what it says to one of those.

A statement is one sentence, one part between semicolons, or one list item (see `statements`). Trap
authors lint their texts against this list; memories must not import it (a test sees to that).
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from .foreign import limited_to_other, names_other_project, release_lines
from .places import statements
from .precede import Ranking, ranking
from .replace import replaced_values
from .strike import struck_values

__all__ = [
    "MARKS",
    "Ranking",
    "limited_to_other",
    "names_other_project",
    "ranking",
    "release_lines",
    "replaced_values",
    "statements",
    "struck_in",
    "struck_values",
    "uses",
]

MARKS = ("strike", "replace", "precede", "foreign", "only")


def uses(
    mark: str, text: str, values: Collection[str], roles: Collection[str], project: str
) -> bool:
    """Whether some statement of `text` uses `mark`: what the trap authors' lint asks.

    Args:
        mark: One of `MARKS`.
        values: Every value and wording that the trap's notes may name.
        roles: The author roles of its notes.
        project: The trap's own project.
    """
    questions: dict[str, Callable[[str], object]] = {
        "strike": lambda said: struck_values(said, values),
        "replace": lambda said: replaced_values(said, values),
        "precede": lambda said: ranking(said, roles),
        "foreign": lambda said: names_other_project(said, project),
        "only": lambda said: limited_to_other(said, project),
    }
    return any(questions[mark](said) for said in statements(text))


def struck_in(text: str, values: Collection[str]) -> set[str]:
    """The `values` that any statement of `text` strikes or names as replaced."""
    return {value for said in statements(text) for value in struck_values(said, values)}
