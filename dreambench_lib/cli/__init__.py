"""The command line `dreambench`: thin commands over the functions that the notebooks call."""

from __future__ import annotations

import sys
from importlib import import_module

import typer

from ..errors import BadInput, DreamBenchError, unknown

app = typer.Typer(
    name="dreambench",
    help="Memory hygiene of coding agents: sealed traps, a sandboxed referee, exact statistics.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=True,
)

COMMANDS = (
    "doctor", "install", "traps", "plan", "run", "runs", "compare", "verify", "memory",
    "hygiene", "cache", "reproduce", "memora", "whatif", "status", "diff", "pack", "redteam",
    "audit", "sandbox", "seal", "conformance", "card", "view",
)  # fmt: skip
"""One module each; what a command needs is imported when it runs."""


def _version(value: bool) -> None:
    if value:
        from . import version

        version.tell(as_json="--json" in sys.argv)
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False,
        "--version",
        callback=_version,
        is_eager=True,
        help="Print version and digests (one line; with --json, whole).",
    ),
    as_json: bool = typer.Option(False, "--json", hidden=True),
) -> None:
    if as_json:
        raise BadInput("--json stands before the command: write it after, or with --version")


for _name in COMMANDS:
    import_module(f"{__name__}.{_name}").register(app)


def main() -> None:
    """Entry point: a fault a user can mend is one sentence on stderr and exit code 2."""
    try:
        # Out of standalone mode `typer.Exit` comes back as a value.
        if code := app(standalone_mode=False):
            sys.exit(code)
    except DreamBenchError as fault:
        sys.exit(_refuse(str(fault), fault.exit_code))
    except typer.Exit as stop:
        sys.exit(stop.exit_code)
    except typer.Abort:
        sys.exit(_refuse("interrupted: what finished is kept; run the same command again", 130))
    except KeyboardInterrupt:
        sys.exit(_refuse("interrupted: what finished is kept; run the same command again", 130))
    except Exception as fault:
        # click's usage errors, whichever click typer ships with
        if not hasattr(fault, "format_message"):
            raise
        sys.exit(_refuse(_usage(fault), getattr(fault, "exit_code", 2)))


def _usage(fault: Exception) -> str:
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if "No such command" in str(fault) and command not in COMMANDS:
        return str(unknown("command", command, COMMANDS))
    return f"{fault.format_message()} (see --help)"  # type: ignore[attr-defined]


def _refuse(sentence: str, code: int) -> int:
    sys.stderr.write(f"dreambench: {sentence}\n")
    return code


__all__ = ["app", "main"]
