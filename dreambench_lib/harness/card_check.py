"""A card held against the run it is said to be of: made again, and every figure compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ..errors import BadInput
from ..traps.load import load_traps
from .card import Card, constructs_of, make_card
from .folder import MANIFEST, manifest
from .plan import commit
from .verify import Finding

_NOT_RECOMPUTED = ("made_with", "conformance", "digest")
"""What does not follow from the run: said so, or checked otherwise."""


def read_card(path: Path) -> Card:
    """A card from its JSON file."""
    try:
        return Card.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"card {path.name} cannot be read: {fault}") from None
    except ValidationError as fault:
        first = fault.errors()[0]
        field = ".".join(map(str, first["loc"])) or "text"
        raise BadInput(f"card {path.name} is none: its {field} is wrong: {first['msg']}") from None


def check_card(card: Card, folder: Path) -> list[Finding]:
    """What agrees with the run in `folder`, a finding each; every figure that does not is named."""
    head = manifest(folder)
    again = make_card(folder, card.condition, card.conformance)
    found = [
        Finding("the card's digest is its own", card.digest == card.own_digest, card.digest),
        _same(
            "the run's root follows from its records", again.root, str(head.get("root")), MANIFEST
        ),
        Finding("the key is the one committed to", _commits(card), card.commitment),
        _blocks(folder),
    ]
    said, made = _dumped(card), _dumped(again)
    for name in made:
        if name not in _NOT_RECOMPUTED:
            found += _compared(name, said[name], made[name])
    return [*found, _verdict(card)]


def _blocks(folder: Path) -> Finding:
    """Blocks are made of constructs, and the records name none: the traps themselves do."""
    traps = load_traps()
    told = constructs_of(folder)
    wrong = [
        name for name, said in told.items() if name in traps and traps[name].construct_id != said
    ]
    known = sum(name in traps for name in told)
    detail = ", ".join(wrong) or f"{known} of {len(told)} traps are known here"
    return Finding("traps stand in their own blocks", not wrong, detail)


def _commits(card: Card) -> bool:
    try:
        return commit(card.key) == card.commitment
    except BadInput:
        return False


def _compared(name: str, said: Any, made: Any) -> Iterator[Finding]:
    """One finding where all agrees, else one for each figure that differs."""
    if said == made:
        yield Finding(name, True, _short(made))
        return
    flat, again = dict(_leaves(name, said)), dict(_leaves(name, made))
    for leaf in sorted({*flat, *again}):
        if flat.get(leaf) != again.get(leaf):
            yield _same(leaf, flat.get(leaf), again.get(leaf), "the run")


def _same(what: str, said: Any, made: Any, source: str) -> Finding:
    if said == made:
        return Finding(what, True, _short(made))
    return Finding(what, False, f"{_short(said)} against {_short(made)} in {source}")


def _leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _leaves(f"{name}.{key}", one)
    else:
        yield name, value


def _verdict(card: Card) -> Finding:
    told = card.conformance
    if told is None:
        return Finding("conformance", True, "was not run")
    return Finding(
        "conformance",
        True,
        f"{told.verdict}, carried and not run again (suite {told.suite}): 'dreambench conformance "
        f"{card.condition}' does",
    )


def _dumped(card: Card) -> dict[str, Any]:
    dumped: dict[str, Any] = card.model_dump(mode="json")
    return dumped


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    return text if len(text) <= 70 else f"{text[:69]}…"
