"""The audit's held-out half: notes told by paraphrases that no author of a rule has seen.

The texts were written after the rules were frozen (`traps.held_out`). The first result is the one
that counts, so it is kept in a file that is never written again; whoever has seen a later one may
have mended a rule or a text for it. The digests say which texts and which rules it was about.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from dreambench_lib.canonical import sha256
from dreambench_lib.errors import BadInput
from dreambench_lib.harness.hygiene.extraction import Reading, Share, readings, shares
from dreambench_lib.harness.places import PROJECT
from dreambench_lib.memory import probe
from dreambench_lib.records import Record
from dreambench_lib.traps.held_out import HeldOut, texts_digest, told_events, with_held_out
from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.parse import made
from dreambench_lib.traps.template import Template

FIRST = PROJECT / "results" / "held-out.json"
SOURCES = ("claims", "extract", "items", "literals", "scopes", "stems", "strikes", "typed")
"""The extractor's modules, and `typed`, whose sentences are searched for ways."""
SETS = ("core", "all")


class Line(Record):
    """One kind's counts in one construct, from the ordinary paraphrases and the held-out ones."""

    set: Literal["core", "all"]
    kind: str
    construct_id: str
    """``all``, or one."""
    found: int
    mentioned: int
    of: int
    """Facts told, over all ordinary paraphrases."""
    held_found: int
    held_mentioned: int
    held_of: int
    """Facts told in held-out texts: one a note."""


class Audit(Record):
    """One run of the audit on both kinds of text; counts only."""

    key: str
    """Of the mint."""
    texts: str
    """Digest of the held-out texts."""
    rules: str
    """Digest of the extractor's source."""
    traps: int
    notes: int
    """Held-out texts."""
    lines: tuple[Line, ...]


def rules_digest() -> str:
    """Digest of the source files of the rules (`SOURCES`)."""
    folder = Path(next(iter(probe.__path__)))
    return sha256({name: sha256((folder / f"{name}.py").read_bytes()) for name in SOURCES})


def both(trap: Template, held: HeldOut, key: bytes) -> tuple[list[Reading], list[Reading]]:
    """One trap's facts, as read in its ordinary paraphrases and in its held-out texts."""
    return list(readings([trap], key)), list(readings([with_held_out(trap, held)], key))


def audit(
    traps: Mapping[str, Template],
    held: Mapping[str, HeldOut],
    read: Mapping[str, tuple[list[Reading], list[Reading]]],
    key: str,
) -> Audit:
    """The counts of `read` (trap's id to what `both` gave), with what they are about."""
    return Audit(
        key=key,
        texts=texts_digest(held[name] for name in traps),
        rules=rules_digest(),
        traps=len(traps),
        notes=sum(len(told_events(trap)) for trap in traps.values()),
        lines=tuple(
            line
            for which in SETS
            for line in _lines(
                which, [read[n] for n, t in traps.items() if which in ("all", t.set)]
            )
        ),
    )


def audited(traps: Mapping[str, Template], held: Mapping[str, HeldOut], key: str) -> Audit:
    """The whole audit of `traps`."""
    secret = parse_key(key)
    return audit(traps, held, {n: both(t, held[n], secret) for n, t in traps.items()}, key)


def _lines(which: str, read: Iterable[tuple[list[Reading], list[Reading]]]) -> list[Line]:
    read = list(read)
    ordinary = _by_place(shares(row for rows, _ in read for row in rows))
    held = _by_place(shares(row for _, rows in read for row in rows))
    return [
        Line.model_validate(
            {
                "set": which,
                "kind": kind,
                "construct_id": construct,
                **{name: getattr(mine, name) for name in ("found", "mentioned", "of")},
                **{f"held_{name}": getattr(other, name) for name in ("found", "mentioned", "of")},
            }
        )
        for (kind, construct), mine in ordinary.items()
        for other in [held[kind, construct]]
    ]


def _by_place(found: Iterable[Share]) -> dict[tuple[str, str], Share]:
    return {(one.kind, one.construct): one for one in found if not one.paraphrase}


def fresh(path: Path) -> Path:
    """`path` where a first result can be kept; BadInput where there is one, or no folder."""
    if path.exists():
        raise BadInput(f"{path.name} has a first result, which stands: print later ones only")
    if not path.parent.is_dir():
        raise BadInput(f"there is no folder {path.parent.name!r} for {path.name}: make it first")
    return path


def keep_first(path: Path, found: Audit) -> None:
    """Write the first result; BadInput where there is one."""
    text = json.dumps(found.model_dump(mode="json"), indent=1) + "\n"
    fresh(path).write_text(text, encoding="utf-8")


def read_first(path: Path = FIRST) -> Audit:
    """The first result as it was kept."""
    try:
        return made(Audit, path.name, json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise BadInput(
            f"{path.name} is missing: make it with 'dreambench hygiene extraction --held-out "
            "--set all --first FILE'"
        ) from None
    except (json.JSONDecodeError, UnicodeDecodeError) as fault:
        raise BadInput(f"{path.name} is not JSON: {fault}") from None
