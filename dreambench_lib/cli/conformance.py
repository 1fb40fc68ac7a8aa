"""`dreambench conformance`: whether a memory is fit to be scored, and why not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import show

if TYPE_CHECKING:
    from ..memory.conformance import Report
    from ..models import Client

CODES = {"admitted": 0, "rejected": 1, "unavailable": 3}
"""Exit codes; 2 is bad input, as everywhere."""
EXAMPLE = (
    "Examples:  dreambench conformance B5   |   "
    "dreambench conformance mine:Newest --json conformance.json --badge CONFORMANCE.md   |   "
    "dreambench conformance http:http://127.0.0.1:8765"
)


def register(app: typer.Typer) -> None:
    app.command("conformance", epilog=EXAMPLE)(conformance)


def conformance(
    name: Annotated[
        str,
        typer.Argument(
            help="A condition, pkg.module:Class, http:URL, mcp:COMMAND or mcp:FILE.toml."
        ),
    ],
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the whole report there, as JSON.")
    ] = None,
    badge_file: Annotated[
        Path | None, typer.Option("--badge", help="Write it there as Markdown.")
    ] = None,
    wait: Annotated[
        float, typer.Option(help="Seconds that a write may take to show.", min=0.0)
    ] = 20.0,
    model: Annotated[
        str | None, typer.Option("--memory-model", help="For a condition that asks a model.")
    ] = None,
    base_url: Annotated[
        str | None, typer.Option("--memory-base-url", help="Its OpenAI-compatible server.")
    ] = None,
    key_env: Annotated[
        str | None,
        typer.Option("--memory-key-env", help="Variable with its key ('' for none)."),
    ] = None,
) -> None:
    """Write to a memory, read back, and see what it keeps: fourteen checks, under a minute.

    Exit code 0: admitted; 1: rejected, with the reasons; 3: unavailable. What is measured, and what
    a memory does with contradictions, is reported and never a reason.
    """
    from ..memory.conformance import Finding, conform
    from ..memory.conformance.badge import badge
    from ..memory.conformance.checks import CHECKS
    from .files import writable, write_whole

    writable(json_file, badge_file)
    with show.progress() as bar:
        task = bar.add_task("conformance", total=len(CHECKS), note=CHECKS[0].id)

        def tell(finding: Finding) -> None:
            bar.update(task, advance=1, note=finding.id)

        report = conform(name, patience=wait, model=_client(model, base_url, key_env), tell=tell)
    if json_file:
        write_whole(json_file, report.model_dump_json(indent=1) + "\n")
    if badge_file:
        write_whole(badge_file, badge(report))
    _print(report)
    raise typer.Exit(CODES[report.conformance.verdict])


def _print(report: Report) -> None:
    told = report.conformance
    if report.findings:
        show.table(
            f"{told.condition}: conformance, suite {told.suite}",
            ["check", "promise", "result", "what was seen"],
            [[one.id, one.promise, one.result, one.told] for one in report.findings],
        )
    show.console.print(f"{told.condition}: {told.verdict} ({report.seconds:.1f} s)")
    for reason in told.reasons:
        show.console.print(f"  {reason}")
    if told.lossy:
        show.console.print(f"  lossy by design: {told.lossy}")


def _client(model: str | None, base_url: str | None, key_env: str | None) -> Client | None:
    from ..errors import BadInput
    from ..models import Client, Endpoint

    given = {"model": model, "base_url": base_url, "key_env": key_env}
    known = {name: value for name, value in given.items() if value is not None}
    if not known:
        return None
    if model is None:
        raise BadInput("--memory-base-url and --memory-key-env say how a model is reached: name it "
                       "with --memory-model")  # fmt: skip
    return Client(Endpoint.model_validate({**known, "retries": 1}))
