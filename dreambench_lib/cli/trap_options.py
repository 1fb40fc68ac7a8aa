"""What the commands under `dreambench traps` share: options, and traps by name or set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import unknown

if TYPE_CHECKING:
    from ..traps.template import Template

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Key = Annotated[str | None, typer.Option("--key", help="Run key, 64 hex digits (else fresh).")]
Set = Annotated[str, typer.Option("--set", help="core, extended or all.")]
Ids = Annotated[list[str] | None, typer.Argument(help="Trap ids or constructs.")]
Log = Annotated[Path, typer.Option(help="Admission log.")]
Workers = Annotated[int, typer.Option(min=1, help="Processes.")]
LOG = Path("runs/admission.jsonl")
SETS = ("core", "extended", "all")


def chosen(root: Path | None, ids: Sequence[str], which: str) -> dict[str, Template]:
    """The traps named (a construct's code names all of its traps), or all of a set."""
    from ..traps.load import load_trap, load_traps, trap_folders
    from ..traps.variants import MARK, variant

    if which not in SETS:
        raise unknown("set", which, SETS)
    wanted = [word for name in ids for word in name.split(",") if word]
    if not wanted:
        every = load_traps(root)
        return {n: t for n, t in every.items() if which in ("all", t.set)}
    # Only what was named is loaded, so that a fault in another trap does not stand in the way.
    folders = {folder.name: folder for folder in trap_folders(root)}
    out = {}
    for name in wanted:
        base, _, number = name.partition(MARK)
        found = [n for n in folders if n == base or n.split("-")[0] == base]
        if not found or not (number.isdecimal() or base == name):
            raise unknown("trap", name, folders)
        for n in found:
            trap = variant(load_trap(folders[n]), int(number or 0))
            out[trap.id] = trap
    return out
