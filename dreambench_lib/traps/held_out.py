"""The held-out paraphrases: one a note, kept from whoever writes a memory's rules.

They lie in ``traps/held-out/<trap>.toml``, beside the traps and in none: no trap is loaded from
there, so no run mints them and the set's digest does not know them. `with_held_out` gives a trap
whose notes are told by them alone; the lints and gates of any trap then hold for them, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pydantic import Field

from ..canonical import sha256
from ..errors import BadInput, unknown
from ..records import Record
from .faults import GENERIC
from .load import ROOT
from .overlap import grams, longest, words
from .parse import made, need, read_toml
from .slots import form_regex, names_in
from .template import Event, Template

FOLDER = "held-out"
LEAST, MOST = 45, 95
"""Words of a text, placeholders counted as one."""
SHARED = 0.1
"""The most of a text's 5-grams that one existing paraphrase of its trap may have as well."""
RUN = 9
"""So many words in a row are never shared with an existing paraphrase of the trap."""


class HeldOut(Record):
    """One trap's held-out texts."""

    trap_id: str
    texts: dict[str, str] = Field(min_length=1)
    """Event's name to its one text, with ``{{slot.name}}`` as in the trap."""


class Overlap(NamedTuple):
    """How near a held-out text comes to the nearest existing paraphrase of its trap."""

    share: float
    """5-grams that both have, over those of the held-out text."""
    phrase: str
    """The longest run of words that both have ("" below five)."""


def told_events(trap: Template) -> list[Event]:
    """The events that carry a fact: each has one held-out text."""
    return [event for event in trap.events if event.carries]


def load_held_out(traps: Mapping[str, Template], root: Path | None = None) -> dict[str, HeldOut]:
    """The held-out texts of `traps` (by id), each complete and well formed, else BadInput.

    Args:
        root: The trap folder (default: the project's own).
    """
    folder = (ROOT if root is None else root) / FOLDER
    if not folder.is_dir():
        raise BadInput(f"there is no folder {FOLDER!r} beside the traps: the set has none held out")
    for path in sorted(folder.glob("*.toml")):
        if path.stem not in traps:
            raise unknown("trap of held-out texts", path.stem, traps)
    out = {}
    for trap in traps.values():
        found = _read(folder / f"{trap.id}.toml", trap.id)
        if wrong := list(faults(trap, found.texts)):
            raise BadInput(f"held-out texts of {trap.id}: {'; '.join(wrong)}")
        out[trap.id] = found
    return out


def _read(path: Path, trap_id: str) -> HeldOut:
    where = f"held-out texts of {trap_id}"
    head = read_toml(path)
    for key in head:
        if key != "text":
            raise unknown(f"key in {where}", key, ["text"])
    return made(HeldOut, where, {"trap_id": trap_id, "texts": need(head, "text", where)})


def faults(trap: Template, texts: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with `texts` by themselves; readers and marks are asked elsewhere."""
    wanted = {event.name: event for event in told_events(trap)}
    for name in wanted:
        if name not in texts:
            yield f"event {name} has no text: write one"
    for name, text in texts.items():
        if name not in wanted:
            yield f"there is no event {name!r} with facts: use one of {', '.join(wanted)}"
        else:
            yield from _text_faults(trap, wanted[name], text)


def _text_faults(trap: Template, event: Event, text: str) -> Iterator[str]:
    where, names = f"event {event.name}", set(names_in(text))
    minted = {f"{slot.name}." for slot in trap.slots if slot.form}
    support = {fact.id for fact in trap.facts if fact.status == "support"}
    shown = {f for f in event.carries if f.startswith(tuple(minted)) and f not in support}
    # Minted words that every existing text has (the number of an incident) carry the story.
    told = [set(names_in(known)) & set(trap.tokens) for known in trap.texts[event.name]]
    needed = shown | set.intersection(*told) | ({"each"} if event.each else set())
    for name in sorted(needed - names):
        yield f"{where} does not show {{{{{name}}}}}"
    for name in sorted(names - needed):
        if name == "each" or not GENERIC.match(name):
            yield f"{where} shows {{{{{name}}}}}, which is none of its facts"
    if not LEAST <= len(text.split()) <= MOST:
        yield f"{where} has {len(text.split())} words, not {LEAST} to {MOST}"
    for slot in trap.slots:
        if slot.form and (found := form_regex(slot.form).findall(text)):
            yield f"{where} holds {found[0]!r}, a value of slot {slot.name}: write its placeholder"
    near = overlap(trap, text)
    if near.share > SHARED or len(words(near.phrase)) >= RUN:
        yield f"{where} repeats an existing text ({near.phrase!r}): say it otherwise"


def overlap(trap: Template, text: str) -> Overlap:
    """The nearest of all existing paraphrases of `trap`, by shared 5-grams (`overlap.grams`)."""
    mine = grams([text])
    known = [other for texts in trap.texts.values() for other in texts]
    share = max(len(mine & grams([other])) for other in known) / max(1, len(mine))
    return Overlap(share, longest([text], known))


def with_held_out(trap: Template, found: HeldOut) -> Template:
    """`trap` with each fact-carrying note told by its held-out text, and by nothing else."""
    return trap.model_copy(
        update={"texts": {**trap.texts, **{name: (text,) for name, text in found.texts.items()}}}
    )


def texts_digest(found: Iterable[HeldOut]) -> str:
    """Digest of all held-out texts, whatever their order: which ones a result is about."""
    return sha256({one.trap_id: one.texts for one in found})
