"""`dreambench sandbox build`: what a sandbox needs before its first run."""

from __future__ import annotations

import typer

from . import show

sandbox = typer.Typer(no_args_is_help=True, help="What a sandbox needs before its first run.")


def register(app: typer.Typer) -> None:
    app.add_typer(sandbox, name="sandbox")


@sandbox.command("build", epilog="Example:  sudo dreambench sandbox build docker")
def build(
    name: str = typer.Argument(help="docker, the only one that needs an image."),
    mirror: str = typer.Option("", help="Debian mirror (default: debootstrap's own)."),
    again: bool = typer.Option(
        False, "--again", help="Make it anew, with the packages that Debian has today."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print the image as JSON."),
) -> None:
    """Make the image of the docker sandbox from Debian packages; nothing is pulled."""
    from ..errors import unknown
    from ..harness.sandboxes import image

    if name != "docker":
        raise unknown("sandbox to build", name, ["docker"])
    with show.progress() as bar:
        task = bar.add_task("image", total=None, note="")

        def tick(words: str) -> None:
            bar.update(task, advance=1, note=words[:60])

        made = image.build(tick, mirror, again)
    if as_json:
        show.as_json(made._asdict())
    else:
        show.console.print(f"{made.name} with {made.python} ({made.id})")
