"""`dreambench traps`: list, show, mint and check traps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import trap_audit, trap_check, trap_review
from .trap_options import AsJson, Key, Set, chosen

app = typer.Typer(
    help="List, show, mint, write, check, audit and review traps.", no_args_is_help=True
)


def register(root: typer.Typer) -> None:
    root.add_typer(app, name="traps")


@app.callback()
def _root(
    context: typer.Context,
    traps: Annotated[
        Path | None, typer.Option("--traps", help="Folder of private traps outside the tree.")
    ] = None,
) -> None:
    context.obj = None if traps is None else traps.resolve()


@app.command("list", epilog="Example:  dreambench traps list --json")
def list_(context: typer.Context, which: Set = "all", as_json: AsJson = False) -> None:
    """The traps, one line each."""
    from . import show

    rows = [
        {
            "id": trap.id,
            "construct": trap.construct_id,
            "set": trap.set,
            "fixture": trap.fixture.name,
            "start": trap.start,
            "sessions": len(trap.sessions),
            "notes": sum(trap.crowd),
            "checks": len(trap.checks),
            "why": trap.why,
        }
        for trap in chosen(context.obj, (), which).values()
    ]
    if as_json:
        show.as_json(rows)
    else:
        heads = ("id", "fixture", "start", "notes", "checks", "why")
        show.table(f"{len(rows)} traps", heads, [[row[head] for head in heads] for row in rows])


@app.command("show", epilog="Example:  dreambench traps show C3-withdrawn")
def show_(
    context: typer.Context,
    trap: Annotated[str, typer.Argument(help="The trap's id.")],
    as_json: AsJson = False,
) -> None:
    """One trap told: what is asked, what becomes known when, what is checked. It holds no value."""
    from ..traps.tell import as_data, story
    from . import show

    for found in chosen(context.obj, [trap], "all").values():
        if as_json:
            show.as_json(as_data(found))
        else:
            show.console.print(story(found), markup=False)


@app.command("mint", epilog="Example:  dreambench traps mint C3-withdrawn --seed 1 --json")
def mint_(
    context: typer.Context,
    trap: Annotated[str, typer.Argument(help="The trap's id.")],
    seed: Annotated[int, typer.Option(help="The seed.")] = 1,
    key: Key = None,
    sealed: Annotated[bool, typer.Option("--sealed", help="Also values and checks.")] = False,
    as_json: AsJson = False,
) -> None:
    """Mint one instance and print its public half (with --sealed also the other)."""
    from ..traps.keys import fresh_key, parse_key
    from ..traps.mint import mint
    from ..traps.tell import public_half, sealed_half
    from . import show

    key = key or fresh_key()
    for found in chosen(context.obj, [trap], "all").values():
        instance = mint(found, parse_key(key), seed)
        data = {"key": key, **public_half(instance)}
        if sealed:
            data |= sealed_half(instance)
        if as_json:
            show.as_json(data)
            continue
        heads = ("session", "date", "author", "about", "text")
        notes = [note.model_dump() for note in instance.all_notes()]
        title = f"{found.id}, seed {seed}, key {key}"
        show.table(title, heads, [[note[head] for head in heads] for note in notes])
        if sealed:
            show.table("sealed", ("fact", "value"), list(instance.values.items()))


app.command("new", epilog=trap_audit.NEW)(trap_audit.new)
app.command("check", epilog=trap_check.EXAMPLE)(trap_check.check)
app.add_typer(trap_review.app, name="review")
app.command("audit", epilog=trap_audit.AUDIT)(trap_audit.audit)


if __name__ == "__main__":
    import sys

    from . import main

    sys.argv[1:1] = ["traps"]
    main()
