"""What a run will ask of its models, guessed before it starts: from the prompts' own sizes.

Two figures each: what is likely under the assumptions below, and the most that the run's own limits
allow. A guess is no promise: the budget is what stops a run.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import NamedTuple

from ..agents.llm.reader import asked_for, question
from ..agents.protocol import SlotKit, Task
from ..agents.table import needs_model
from ..memory.conditions import condition
from ..records import CellKey
from ..traps.keys import parse_key
from ..traps.load import load_traps
from ..traps.mint import Instance
from ..traps.pressure import minted
from .cell import memory_party
from .gateway.gate import Party
from .gateway.prices import Prices
from .gateway.wire import CHARACTERS_A_TOKEN, Used
from .plan import Plan

LETTERS = 7
"""Characters of a word with its blank."""
HEADER = 200
"""Characters of a shown item's header."""
ANSWER, PER_SLOT = 10, 15
"""Output tokens of a reader's answer, and of each slot in it."""
TURNS, TURN_IN, TURN_OUT, TOOLS = 12, 700, 250, 900
"""A tool-using agent: requests a session, tokens that each adds to the next one's input, tokens it
writes, tokens of the tools' descriptions."""
ASKING, SAYING = 550, 200
"""A memory with a model, per question: tokens of the question beside the note, of the answer."""
SIZES = (
    f"a token is {CHARACTERS_A_TOKEN} characters, a word {LETTERS} (at most {2 * LETTERS}); a "
    "memory shows as many items as the budget lets"
)
PROGRAM = (
    f"an agent that is a program asks {TURNS} times a session, each time {TURN_IN} tokens longer, "
    f"and writes {TURN_OUT} tokens a turn"
)
MEMORY = "a memory with a model asks once a note, and once more how it bears on an earlier one"


class Guess(NamedTuple):
    """Of one party: calls and tokens, likely and at most (None: only the budget limits them)."""

    party: Party
    model: str
    calls: int
    likely: Used
    most: Used | None

    def plus(self, other: Guess) -> Guess:
        """Both together."""
        most = None
        if self.most is not None and other.most is not None:
            most = _sum(self.most, other.most)
        return self._replace(
            calls=self.calls + other.calls, likely=_sum(self.likely, other.likely), most=most
        )


class Estimate(NamedTuple):
    """Of all cells that are still to run."""

    cells: int
    sessions: int
    parties: tuple[Guess, ...]

    @property
    def assumed(self) -> list[str]:
        """What the likely figures rest on."""
        program = any(guess.party == "wake" and guess.most is None for guess in self.parties)
        memory = any(guess.party in ("sleep", "vendor") for guess in self.parties)
        return [SIZES, *[PROGRAM] * program, *[MEMORY] * memory]

    @property
    def tokens(self) -> int:
        """Likely, of all parties."""
        return sum(sum(guess.likely) for guess in self.parties)

    def most_tokens(self, plan: Plan) -> int | None:
        """At most, by the requests' own limits or the cells' budget; None where neither limits."""
        most = [None if g.most is None else sum(g.most) for g in self.parties]
        known = [tokens for tokens in most if tokens is not None]
        by_cells = None if plan.cell_tokens is None else plan.cell_tokens * self.cells
        ends = [by_cells] if len(known) < len(most) else [by_cells, sum(known)]
        return min((end for end in ends if end is not None), default=None)

    def money(self, prices: Prices) -> Fraction | None:
        """Likely, by the price file; None where a model has no price."""
        return _total([prices.of(g.model, g.likely) for g in self.parties])

    def most_money(self, prices: Prices) -> Fraction | None:
        """At most, by the requests' own limits; None where they set none or a price lacks."""
        return _total([None if g.most is None else prices.of(g.model, g.most)
                       for g in self.parties])  # fmt: skip


def estimate(
    plan: Plan, key: str, done: Iterable[CellKey] = (), root: Path | None = None
) -> Estimate:
    """Guess what the cells that are not `done` will ask.

    Args:
        root: Folder of private traps (default: the project's own).
    """
    over = set(done)
    found: dict[tuple[Party, str], Guess] = {}
    pending = [cell for cell in plan.cells() if cell not in over]
    sessions = 0
    traps, secret, seed = load_traps(root), parse_key(key), plan.seeds[0]
    # One seed stands for all: they differ in words, hardly in length.
    made = {trap: minted(traps[trap], secret, seed, plan.dials) for trap in plan.traps}
    for cell in pending:
        instance = made[cell.trap_id]
        sessions += len(instance.template.sessions)
        for guess in _cell(plan, cell, instance):
            place = (guess.party, guess.model)
            found[place] = found[place].plus(guess) if place in found else guess
    return Estimate(len(pending), sessions, tuple(found.values()))


def _cell(plan: Plan, cell: CellKey, instance: Instance) -> list[Guess]:
    made = []
    if plan.model is not None and needs_model(cell.agent):
        wake = _reader if cell.agent == "reader-llm" else _program
        made.append(wake(plan, cell, instance))
    if plan.memory_model is not None and condition(cell.condition).needs_model:
        made.append(_memory(plan, cell, instance))
    return made


def _context(plan: Plan, cell: CellKey, instance: Instance, session: int) -> tuple[int, int]:
    """Tokens of what a memory brings before `session`, likely and at most."""
    notes = [note for arrived in instance.notes[: session - 1] for note in arrived]
    if not notes or cell.condition == "B0":
        return 0, 0
    items = min(plan.budget.items, len(notes))
    mean = sum(len(note.text) for note in notes) / len(notes)
    likely = min(items * mean, plan.budget.words * LETTERS) + items * HEADER
    most = 2 * plan.budget.words * LETTERS + plan.budget.items * HEADER
    return ceil(likely / CHARACTERS_A_TOKEN), ceil(most / CHARACTERS_A_TOKEN)


def _reader(plan: Plan, cell: CellKey, instance: Instance) -> Guess:
    """One call for each session that has slots; its question as it will be put."""
    assert plan.model is not None
    total = Guess("wake", plan.model.model, 0, Used(0, 0), Used(0, 0))
    for number, source in enumerate(instance.template.sessions, start=1):
        kit = SlotKit.of(source, instance.template.slots)
        slots = asked_for(kit)
        if not slots:
            continue
        project = instance.template.fixture.name
        task = Task("", project, source.prompt, "", number, kit)
        asked = ceil(len(question(task, slots)) / CHARACTERS_A_TOKEN)
        likely, most = _context(plan, cell, instance, number)
        total = total.plus(
            Guess(
                "wake", plan.model.model, 1,
                Used(asked + likely, ANSWER + PER_SLOT * len(slots)),
                Used(asked + most, plan.model.max_tokens),
            )
        )  # fmt: skip
    return total


def _program(plan: Plan, cell: CellKey, instance: Instance) -> Guess:
    """A dialogue a session, which is sent whole with every request and has no limit of its own."""
    assert plan.model is not None
    read = 0
    for number, source in enumerate(instance.template.sessions, start=1):
        likely, _ = _context(plan, cell, instance, number)
        start = TOOLS + likely + ceil(len(source.prompt) / CHARACTERS_A_TOKEN)
        read += TURNS * start + TURN_IN * TURNS * (TURNS - 1) // 2
    sessions = len(instance.template.sessions)
    written = TURNS * TURN_OUT * sessions
    return Guess("wake", plan.model.model, TURNS * sessions, Used(read, written), None)


def _memory(plan: Plan, cell: CellKey, instance: Instance) -> Guess:
    assert plan.memory_model is not None
    notes = instance.all_notes()
    size = sum(ceil(len(note.text) / CHARACTERS_A_TOKEN) for note in notes)
    model = sleep_model(plan, cell.condition)
    party, base = memory_party(condition(cell.condition)), cell.condition.partition("+")[0]
    if not condition(base).needs_model:  # only its vectors are a model's
        asked = len(notes) + len(instance.template.sessions)
        return Guess(party, model, asked, Used(2 * size, 0), None)
    calls, pairs = 2 * len(notes), len(notes) * (len(notes) - 1) // 2
    most = (2 * len(notes) + pairs) * plan.memory_model.max_tokens
    return Guess(
        party, model, calls,
        Used(calls * ASKING + 2 * size, calls * SAYING),
        Used((2 * len(notes) + pairs) * (ASKING + 2 * size), most),
    )  # fmt: skip


def sleep_model(plan: Plan, name: str) -> str:
    """The model that a condition's memory asks; an embedder's stands in the condition's name."""
    embedding = condition(name).embedding.partition(":")[2]
    assert plan.memory_model is not None
    return embedding or plan.memory_model.model


def models_of(plan: Plan) -> list[str]:
    """Every model that the plan's cells may ask, by the names that prices have."""
    found = [] if plan.model is None else [plan.model.model]
    if plan.memory_model is not None:
        found += [sleep_model(plan, n) for n in plan.conditions if condition(n).needs_model]
    return list(dict.fromkeys(found))


def _sum(one: Used, other: Used) -> Used:
    return Used(one.input + other.input, one.output + other.output)


def _total(amounts: list[Fraction | None]) -> Fraction | None:
    known = [amount for amount in amounts if amount is not None]
    return sum(known, Fraction(0)) if len(known) == len(amounts) else None
