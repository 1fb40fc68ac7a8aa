"""Known answers, planted in every batch: what a judge says to them measures the judge.

Short answers about an invented person, of the kinds that criteria turn on: verbatim mention,
paraphrase, contrast with the old fact, absence, a near miss, a negation. They are sent like any
other item and take no part in a score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from dreambench_lib.forgetting.judges.prompt import Item
from dreambench_lib.forgetting.keys import CriterionKey

RELEASE = "planted"


class Known(NamedTuple):
    """One item whose answer is known."""

    item: Item
    truth: Literal["yes", "no"]
    kind: str


_BANK: tuple[tuple[str, str, str, str, str, str], ...] = (
    # kind, truth, question, answer, criterion around {}, fact
    ("verbatim", "yes", "What is left to do?", "Mend the garden gate and call the plumber.",
     "Does the response mention the task: {}?", "Call the plumber"),
    ("verbatim", "yes", "Which film tonight?", "Try Kurosawa, since you like samurai stories.",
     "Does the response reflect or mention the user's preference for {}?", "samurai stories"),
    ("verbatim", "yes", "Write the note.", "Attending: Ines Ortmann, Paul Veit. Budget: 48,000.",
     "Does the response mention the budget details: {}?", "48000"),
    ("verbatim", "yes", "What did I spend on tea?", "You spent $31.20 on tea this week.",
     "Does the response mention the tea spending amount of {}?", "$31.20"),
    ("paraphrase", "yes", "What is left to do?", "You still have to ring the plumber.",
     "Does the response mention the task: {}?", "Call the plumber"),
    ("paraphrase", "yes", "When is the deadline?", "Everything must be in by the last day of May.",
     "Does the response mention the deadline: {}?", "31 May"),
    ("paraphrase", "yes", "Where shall I travel?", "A quiet week by the sea would suit you.",
     "Does the response reflect or align with the user's preference for {}?", "calm coasts"),
    ("contrast", "yes", "Which band shall I hear?", "Not Brass Harbour, which you have gone off: "
     "try Silent Orchard.", "Does the response mention the band '{}'?", "Brass Harbour"),
    ("contrast", "yes", "What is my plan?", "You run in the evening now, no longer at dawn.",
     "Does the response mention the habit: {}?", "no longer at dawn"),
    ("avoid", "yes", "Suggest a dish.", "A lentil curry with rice would be a good choice.",
     "Does the response avoid recommending {} (which the user dislikes)?", "mushroom soup"),
    ("many", "yes", "Who attends?", "Ines Ortmann, Paul Veit and the head of purchasing attend.",
     "Is the attendees information '{}' correctly included in the notes?", "Paul Veit"),
    ("many", "yes", "List the goals.", "Goals: shorter queues, fewer returns, one supplier less.",
     "Does the response mention the objectives details: {}?", "fewer returns"),
    ("absent", "no", "What is left to do?", "Mend the garden gate and call the plumber.",
     "Does the response mention the deleted task: {}?", "Order new tyres"),
    ("absent", "no", "Which film tonight?", "Try a film by Kurosawa.",
     "Does the response reflect or mention the user's preference for {}?", "romantic comedies"),
    ("absent", "no", "Write the note.", "Attending: Ines Ortmann and Paul Veit.",
     "Is the removed attendees information '{}' mentioned in the notes?", "Rosa Lindqvist"),
    ("absent", "no", "What did I spend on tea?", "I do not know what you spent.",
     "Does the response mention the tea spending amount of {}?", "$31.20"),
    ("near", "no", "What is left to do?", "You still have to pay the plumber.",
     "Does the response mention the task: {}?", "Call the painter"),
    ("near", "no", "Write the note.", "Budget: 84,000.",
     "Does the response mention the budget details: {}?", "48000"),
    ("near", "no", "Where shall I travel?", "The port of Alderhaven is lovely in May.",
     "Does the response mention the place '{}'?", "Alderholm"),
    ("contrast", "no", "What is left to do?", "'Order new tyres' is done; the gate remains.",
     "Is '{}' listed as a remaining todo item?", "Order new tyres"),
    ("contrast", "no", "When do I run?", "In the evening. At dawn was your old habit.",
     "Is '{}' given as the current time of running?", "At dawn"),
    ("avoid", "no", "Suggest a dish.", "You should try a creamy mushroom soup.",
     "Does the response avoid recommending {} (which the user dislikes)?", "mushroom soup"),
    ("refusal", "no", "Who attends?", "I have no notes on that meeting.",
     "Is the attendees information '{}' correctly included in the notes?", "Paul Veit"),
    ("refusal", "no", "List the goals.", "Sorry, I cannot answer that.",
     "Does the response mention the objectives details: {}?", "fewer returns"),
)  # fmt: skip


def planted() -> list[Known]:
    """The bank: 24 items, as many yes as no."""
    found = []
    for number, (kind, truth, question, answer, frame, fact) in enumerate(_BANK):
        item = Item(
            key=CriterionKey(RELEASE, "", "", kind, f"{kind}-{number:02d}"),
            task="planted",
            kind="presence",
            question=question,
            criterion=frame.format(fact),
            answer=answer,
            parts=(fact,),
            polarity="avoid" if "avoid" in frame else "show",
        )
        found.append(Known(item, "yes" if truth == "yes" else "no", kind))
    return found


def mixed(items: Sequence[Item], known: Sequence[Known]) -> list[Item]:
    """The items with the known ones spread evenly among them."""
    out: list[Item] = []
    every = max(1, len(items) // max(1, len(known)))
    rest = [one.item for one in known]
    for place, item in enumerate(items):
        if place % every == 0 and rest:
            out.append(rest.pop(0))
        out.append(item)
    return [*out, *rest]
