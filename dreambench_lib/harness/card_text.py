"""A card as Markdown, for a page or a paper's appendix."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from .card import LEVEL, Card, Rate


def card_text(card: Card) -> str:
    """The card to read: two blocks an agent, the digests, and how to check it."""
    return "\n".join(
        [
            f"# Results card: `{card.condition}`",
            "",
            f"**{card.label}** · {card.made_with} · {card.items} items, {card.words} words · "
            f"seeds {', '.join(map(str, card.seeds))}",
            "",
            "| agent | block | passed | rate | traps | items shown | against B0 |",
            "|---|---|---|---|---|---|---|",
            *_rows(card),
            "",
            f"Rate: {LEVEL} exact cluster bootstrap over traps; of few traps it is too short. "
            f"Against B0: cells won and lost, exact sign-flip p, {LEVEL} interval of the "
            "difference per pair (inverted test). A large p is a failure to reject, never evidence "
            "of equivalence.",
            *_notes(card),
            "",
            "| what | digest |",
            "|---|---|",
            *(
                f"| {name} | `{value}` |"
                for name, value in {
                    "Merkle root": card.root,
                    "plan": card.plan,
                    "trap set": card.trap_set,
                    "run key": card.key,
                    "card": card.digest,
                }.items()
            ),
            "",
            "Check it: `dreambench card verify CARD.json RUN`.",
            "",
        ]
    )


def _rows(card: Card) -> Iterator[str]:
    for agent, outcome in card.outcomes.items():
        for block, rate in outcome.rates.items():
            other = outcome.against.get(block)
            against = "–"
            if other is not None:
                ends = " to ".join(
                    f"{float(Fraction(end)):+.3f}" if end else "unbounded"
                    for end in (other.low, other.high)
                )
                p = float(Fraction(other.p))
                against = f"+{other.wins} −{other.losses} of {other.pairs}, p {p:.4g}, {ends}"
            yield (
                f"| {agent} | {block} | {rate.passed}/{rate.cells} | {_rate(rate)} | {rate.traps} "
                f"| {rate.shown} | {against} |"
            )


def _rate(rate: Rate) -> str:
    low, high = (float(Fraction(end)) for end in (rate.low, rate.high))
    return f"{rate.passed / rate.cells:.3f} [{low:.3f}, {high:.3f}]"


def _notes(card: Card) -> Iterator[str]:
    idle = [
        agent
        for agent, outcome in card.outcomes.items()
        if not any(rate.shown for rate in outcome.rates.values())
    ]
    if idle:
        yield f"\nNothing was ever shown to {', '.join(idle)}: these rates say nothing of memory."
    left = ", ".join(f"{count} ({party})" for party, count in card.excluded.items())
    yield f"\nCells that are no outcomes: {left or 'none'}."
    told = card.conformance
    if told is None:
        yield "\nConformance: was not run."
    else:
        lossy = f"; lossy by design: {told.lossy}" if told.lossy else ""
        why = f" ({'; '.join(told.reasons)})" if told.reasons else ""
        yield f"\nConformance: {told.verdict}{why}, suite `{told.suite}`{lossy}."
