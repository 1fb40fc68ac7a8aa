"""Reading traps and fixtures from disk; every fault is one sentence with trap and remedy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from .. import shipped
from ..errors import BadInput, unknown
from .checks import Check
from .derive import derived_checks
from .parse import made, need, read_checks, read_files, read_toml
from .places import places
from .slots import Slot
from .template import Event, Fact, Fixture, OrdinaryNote, SessionSource, Template
from .variants import Shelf

ROOT = shipped.ROOT / "traps"
TRAP_KEYS = (
    "construct", "set", "skeleton", "fixture", "why", "beats", "interference", "sessions", "start",
    "opens", "crowd", "slot", "ways", "fact", "says", "token", "event", "text",
)  # fmt: skip
_PLAIN = ("set", "skeleton", "why", "beats", "interference", "start", "opens", "crowd")


@lru_cache(maxsize=64)
def load_fixture(folder: Path) -> Fixture:
    """The fixture in `folder`: ``fixture.toml``, ``notes.toml``, ``repo/``."""
    if not folder.is_dir():
        known = sorted(p.name for p in folder.parent.glob("*") if p.is_dir())
        raise unknown("fixture", folder.name, known)
    where = f"fixture {folder.name}"
    head, bank = read_toml(folder / "fixture.toml"), read_toml(folder / "notes.toml")
    return made(
        Fixture,
        where,
        {
            "name": folder.name,
            "files": read_files(folder / "repo"),
            "test": need(head, "test", where),
            "people": need(head, "people", where),
            "bank": tuple(
                made(OrdinaryNote, f"note {name} of {where}", note, name=name)
                for name, note in bank.items()
            ),
        },
    )


def load_session(folder: Path, source: str) -> SessionSource:
    """A session's folder: ``prompt.md``, ``right/``, ``slot=way/``, ``wrong/NAME/``."""
    if not (folder / "prompt.md").is_file():
        raise BadInput(f"session {source!r} of {folder.parent.name} has no prompt.md: write one")
    wrong = folder / "wrong"
    names = sorted(p.name for p in wrong.glob("*") if p.is_dir()) if wrong.is_dir() else []
    fails = read_toml(wrong / "fails.toml") if names else {}
    return SessionSource(
        source=source,
        prompt=(folder / "prompt.md").read_text(encoding="utf-8").strip() + "\n",
        right=read_files(folder / "right"),
        overlays={p.name: read_files(p) for p in sorted(folder.glob("*=*")) if p.is_dir()},
        wrong={name: read_files(wrong / name) for name in names},
        fails={name: tuple(fails.get(name, ())) for name in names},
    )


def load_trap(folder: Path) -> Template:
    """The trap in `folder`, whole and validated; a fault raises BadInput naming trap and place."""
    if not folder.is_dir():
        raise unknown("trap", folder.name, [path.name for path in trap_folders(folder.parent)])
    try:
        return _load_trap(folder)
    except BadInput as fault:
        where = places(folder, str(fault))
        raise BadInput(f"{fault} (see {where})" if where else str(fault)) from None


def _load_trap(folder: Path) -> Template:
    where = f"trap {folder.name}"
    head = read_toml(folder / "trap.toml")
    for key in head:
        if key not in TRAP_KEYS:
            raise unknown(f"key in {where}", key, TRAP_KEYS)
    fixtures = folder.parent / "fixtures"
    name = need(head, "fixture", where)
    if not (fixtures / name).is_dir():
        raise unknown(f"fixture in {where}", name, sorted(p.name for p in fixtures.glob("*")))
    fixture = load_fixture(fixtures / name)
    sessions, checks = _sessions(folder, fixture, need(head, "sessions", where))
    parts = {
        "id": folder.name,
        "construct_id": need(head, "construct", where),
        "fixture": fixture,
        "sessions": sessions,
        "checks": checks,
        "tokens": head.get("token", {}),
        "texts": need(head, "text", where),
        **_facts(head, where),
        **{key: head[key] for key in _PLAIN if key in head},
    }
    template = made(Template, where, parts)
    return template.model_copy(update={"checks": (*checks, *derived_checks(template))})


def _sessions(
    folder: Path, fixture: Fixture, sources: list[str]
) -> tuple[tuple[SessionSource, ...], tuple[Check, ...]]:
    sessions, checks = [], []
    for number, source in enumerate(sources, start=1):
        warm = source.startswith("warm/")
        place = folder.parent / "fixtures" / fixture.name / source if warm else folder / source
        sessions.append(load_session(place, source))
        if warm:
            rows = read_toml(place / "checks.toml").get("check", [])
            checks += read_checks(rows, number, f"{fixture.name}/{source}")
    rows = read_toml(folder / "checks.toml").get("check", [])
    checks += read_checks(rows, len(sources), folder.name)
    return tuple(sessions), tuple(checks)


def _table(head: Mapping[str, Any], key: str, where: str) -> list[tuple[str, str, Any]]:
    """Two-level tables such as ``[fact] slot = {name = status}`` as (slot, name, value)."""
    rows = []
    for first, second in head.get(key, {}).items():
        if not isinstance(second, dict):
            raise BadInput(f"[{key}] {first} of {where} is not a table: write {{name = …}}")
        rows += [(first, name, value) for name, value in second.items()]
    return rows


def _facts(head: dict[str, Any], where: str) -> dict[str, Any]:
    ways: dict[str, dict[str, Any]] = {}
    for slot, way, wordings in _table(head, "ways", where):
        ways.setdefault(slot, {})[way] = wordings
    slots = need(head, "slot", where)
    for name in ways:
        if name not in slots:
            raise unknown(f"slot in [ways] of {where}", name, slots)
    return {
        "slots": tuple(
            made(
                Slot,
                f"slot {name} of {where}",
                spec,
                name=name,
                wordings=ways.get(name, {}),
            )
            for name, spec in slots.items()
        ),
        "facts": tuple(
            made(
                Fact,
                f"fact {slot}.{name} of {where}",
                {"slot": slot, "name": name, "status": status},
            )
            for slot, name, status in _table(head, "fact", where)
        ),
        "says": {f"{slot}.{name}": text for slot, name, text in _table(head, "says", where)},
        "events": tuple(
            made(Event, f"event {name} of {where}", spec, name=name)
            for name, spec in need(head, "event", where).items()
        ),
    }


def _natural(folder: Path) -> tuple[int, str]:
    number = folder.name[1:].split("-")[0]
    return (int(number) if number.isdigit() else 99, folder.name)


def trap_folders(root: Path | None = None) -> list[Path]:
    """The trap folders under `root` (default: the project's own), in natural order."""
    root = ROOT if root is None else root
    if not root.is_dir():
        raise BadInput(
            f"there is no trap folder {root.name!r}: run from a source checkout or "
            "name one with --traps DIR"
        )
    return sorted((path.parent for path in root.glob("*/trap.toml")), key=_natural)


@lru_cache(maxsize=8)
def _all(root: Path) -> Shelf:
    return Shelf({folder.name: load_trap(folder) for folder in trap_folders(root)})


def load_traps(root: Path | None = None) -> dict[str, Template]:
    """Every trap under `root` by id; a variant's id (``C3-withdrawn~2``) works as a key, too."""
    return Shelf(_all(ROOT if root is None else root))
