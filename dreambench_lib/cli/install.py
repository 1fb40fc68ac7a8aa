"""`dreambench install`: other people's memories and agents, each in a place of its own."""

from __future__ import annotations

import typer

from . import show


def register(app: typer.Typer) -> None:
    app.command("install", epilog="Example:  dreambench install mem0 codex")(install)


def install(
    names: list[str] = typer.Argument(None, help="What to install; none: list the table."),
    as_json: bool = typer.Option(False, "--json", help="Print the table as JSON."),
) -> None:
    """Install memories and agents that live apart from this environment, or list them."""
    from ..apart import entry, folder, ready
    from ..apart import install as put
    from ..apart import names as known
    from ..errors import BadInput

    faults = []
    for one in [entry(name) for name in names or ()]:
        try:
            with show.console.status(f"installing {one.name}"):
                place = put(one.name, say=show.console.print)
        except BadInput as fault:  # the others need not wait for it
            faults.append(str(fault))
        else:
            show.console.print(f"{one.name} is ready: {place}")
    if faults:
        raise BadInput("; ".join(faults))
    if names:
        return
    rows = [
        {"name": one.name, "ready": ready(one.name), "pinned": ", ".join(one.requires),
         "about": one.about, "folder": str(folder(one.name))}
        for one in map(entry, known())
    ]  # fmt: skip
    if as_json:
        show.as_json(rows)
        return
    show.table(
        "Installable apart: dreambench install NAME",
        ["name", "here", "pinned", "what it is"],
        [[r["name"], "yes" if r["ready"] else "no", r["pinned"], r["about"]] for r in rows],
    )
