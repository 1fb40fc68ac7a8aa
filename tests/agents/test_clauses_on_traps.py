"""Each clause of the careful reader decides at least one shipped trap, under some simple memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from dreambench_lib.agents.bench import reader_bench, reads
from dreambench_lib.agents.readers.careful import Careful
from dreambench_lib.memory.context import render
from dreambench_lib.records import Episode, ShownItem
from dreambench_lib.traps import rules
from dreambench_lib.traps.bench import Course, carried, harmful
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import Instance

TRAPS = load_traps()
Shows = Callable[[Instance], list[ShownItem]]


def marked(instance: Instance) -> list[ShownItem]:
    """A memory that marks whatever does harm as superseded."""
    harm = harmful(instance.template)
    bad = {note.id for note in instance.all_notes() if carried(instance, note) & harm}
    return [
        item.model_copy(update={"status": "superseded"}) if item.sources[0] in bad else item
        for item in rules.newest_first(instance)
    ]


def bare(rule: rules.Rule) -> Shows:
    """A memory that lost all metadata."""
    return lambda instance: [s.model_copy(update={"sources": ()}) for s in rule(instance)]


def sessions_only(instance: Instance) -> list[ShownItem]:
    """A memory that knows the episode a text came from, but no document date."""
    session = {note.id: note.session for note in instance.all_notes()}
    return [
        item.model_copy(update={"sources": (f"e{session[item.sources[0]]}",)})
        for item in rules.oldest_first(instance)
    ]


DECIDED: dict[str, Shows] = {
    "active_only": marked,
    "here_only": rules.newest_first,
    "not_struck": rules.newest_first,
    "ranked_sources": rules.newest_first,
    "latest_date": rules.oldest(6),
    "later_session": sessions_only,
    "more_cues": bare(rules.oldest_first),
    "shown_first": bare(rules.newest_first),
}


def _outcomes(clause: str, shows: Shows) -> Iterator[str]:
    whole, ablated = reads(Careful()), reads(Careful.without(clause))
    for trap in TRAPS.values():
        course = Course(trap, reader_bench(None, b"k" * 32, range(8)))  # type: ignore[arg-type]
        episodes = {
            f"e{number}": Episode(
                id=f"e{number}", project=trap.fixture.name, session=number, prompt="",
                context="", diff="", output="", notes=(),
            )
            for number in range(1, len(trap.sessions))
        }  # fmt: skip
        for instance in course.instances():
            text = render(shows(instance), {n.id: n for n in instance.all_notes()}, episodes)
            right = instance.solution()
            if whole(trap, text) == right and ablated(trap, text) != right:
                yield trap.id
                break


@pytest.mark.parametrize("clause", DECIDED)
def test_clause_decides_a_trap(clause: str) -> None:
    assert list(_outcomes(clause, DECIDED[clause]))


def test_all_clauses_are_here() -> None:
    assert list(DECIDED) == [clause.__name__ for clause in Careful.policy]
