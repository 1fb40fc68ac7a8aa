"""`dreambench memora judge`, `verify`, `import`, `export`: receipts and result files."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from .memora_options import AsJson, Data, DataOption, PolicyOption, print_headline


def judge_(
    data: DataOption,
    answers: Annotated[Path, typer.Option(help="JSON lines: duration, persona, question, answer.")],
    out: Annotated[Path, typer.Option(help="Folder of the report.")],
    judges: Annotated[
        Path | None, typer.Option(help="judges.toml (without it: the literal judge).")
    ] = None,
    protocol: Annotated[
        str | None, typer.Option(help="strict, released-track1, released-track2.")
    ] = None,
    policy: PolicyOption = "undefined",
    calls: Annotated[int | None, typer.Option("--budget-calls", help="Most calls.")] = None,
    tokens: Annotated[int | None, typer.Option("--budget-tokens", help="Most tokens.")] = None,
    money: Annotated[float | None, typer.Option("--budget-money", help="Needs prices.")] = None,
    replay: Annotated[bool, typer.Option("--replay", help="Only from the cassette.")] = False,
) -> None:
    """Judge answers and write a report with a receipt per criterion.

    Stopped or short of judges, the same command goes on: what a judge has answered is never asked
    again. Exit 1 if any question is unscored.
    """
    from ..forgetting.judges.literal import LiteralJudge
    from ..forgetting.judges.protocols import LITERAL
    from ..forgetting.judges.protocols import protocol as named
    from ..forgetting.release.layout import data_folder
    from ..forgetting.reports.answers import read_answers
    from ..forgetting.reports.make import judge_answers
    from ..forgetting.score.policies import policy as policy_of
    from ..models import Ledger

    ledger = Ledger(calls, tokens, money)
    panel: Any = [LiteralJudge()]
    rule, workers = LITERAL, 1
    with ExitStack() as stack:
        if judges is not None:
            panel, rule, workers = _panel(judges, out, ledger, replay, answers.stem, stack)
        rule = named(protocol) if protocol else rule
        manifest = judge_answers(
            data_folder(data), read_answers(answers), panel, rule, out,
            subject=answers.stem, policy=policy_of(policy), workers=workers, ledger=ledger,
            progress=_progress("criteria"),
        )  # fmt: skip
    print_headline(manifest)
    raise SystemExit(1 if manifest["headline"]["questions"]["unscored"] else 0)


def verify_(
    report: Annotated[Path, typer.Argument(help="A report, or a folder of reports.")],
    data: Annotated[
        Path | None, typer.Option("--data", help="Also check it against this release.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Re-derive every score from raw verdicts; exit 1 where receipts do not support a headline."""
    from ..forgetting.release.layout import data_folder
    from ..forgetting.reports.folder import reports_below
    from ..forgetting.reports.verify import all_passed, verify
    from . import show

    release = data_folder(data) if data else None
    found = {place: verify(place, release) for place in reports_below(report)}
    passed = all(all_passed(one) for one in found.values())
    if as_json:
        told = {str(place): [f._asdict() for f in one] for place, one in found.items()}
        show.as_json({"passed": passed, "reports": told})
    else:
        rows = [
            [str(place), f.what, "holds" if f.passed else "FAILS", f.detail]
            for place, one in found.items()
            for f in one
        ]
        show.table("What was checked", ("report", "what", "result", "detail"), rows)
    raise SystemExit(0 if passed else 1)


def import_(
    data: Data,
    run: Annotated[str, typer.Option(help="Name of the run below eval_results/.")],
    policy: PolicyOption = "undefined",
    as_json: AsJson = False,
) -> None:
    """Score a run from Memora's own eval_results files; duplicates are refused, gaps are listed.

    What the eval_report files beside them state is compared with it.
    """
    from ..forgetting.release.layout import data_folder, release_digest
    from ..forgetting.reports.exchange import import_run
    from ..forgetting.reports.stated import stated_reports
    from ..forgetting.score.aggregate import aggregate
    from ..forgetting.score.policies import policy as policy_of
    from ..forgetting.score.tables import sums_json
    from . import show

    place = data_folder(data)
    results = import_run(place, run, release_digest(place))
    stated = [one._asdict() for one in stated_reports(place, run, results)]
    table = aggregate(results, policy_of(policy))
    rows = [cell._asdict() | {"missing": len(cell.missing)} for cell in table.cells.values()]
    for row in rows:
        row |= {n: None if row[n] is None else float(row[n]) for n in ("fama", "by_report", "mpa")}
    if as_json:
        show.as_json({"run": run, "header": table.header, "cells": rows, **sums_json(table),
                      "reports": stated})  # fmt: skip
        return
    body = [["-" if v is None else round(v, 2) if isinstance(v, float) else v
             for v in row.values()] for row in rows]  # fmt: skip
    show.table(run, list(rows[0]), body)
    show.console.print(table.header)
    odd = [one for one in stated if one["verdict"] != "agrees"]
    show.console.print(f"eval_report figures that agree: {len(stated) - len(odd)}")
    for one in odd:
        show.console.print(
            f"  {one['file']}: {one['task']} {one['verdict']} "
            f"(stated {one['stated']}, derived {one['derived']})"
        )


def export_(
    report: Annotated[Path, typer.Argument(help="A report that verifies.")],
    out: Annotated[Path, typer.Option(help="Data folder to write below.")],
) -> None:
    """Write a report as Memora's eval_results and eval_report files."""
    from ..forgetting.reports.exchange import export_report
    from . import show

    for path in export_report(report, out):
        show.console.print(str(path))


def _panel(file: Path, out: Path, ledger: Any, replay: bool, subject: str, stack: ExitStack) -> Any:
    """The judges behind the gateway; a replay asks nobody, so it needs none."""
    from ..forgetting.judges.cassette import Cassette
    from ..forgetting.judges.protocols import protocol
    from ..forgetting.judges.spec import make_judges, read_spec
    from ..harness.gateway.aside import aside

    spec = read_spec(file)
    tape = Cassette(out / "cassette.jsonl", replay)
    reach = None
    if not replay:
        gate = stack.enter_context(aside(out, subject, workers=spec.workers))

        def reach(name: str, end: Any, ledger: Any) -> Any:
            return gate.client("judge", end, name, ledger)

    made = make_judges(spec, tape, ledger, reach=reach)
    return made, protocol(spec.protocol), spec.workers


def _progress(name: str) -> Any:
    """A line that is overwritten on a terminal; nothing elsewhere."""
    from . import show

    if not show.errors.is_terminal:
        return None
    return lambda done, total: show.errors.print(f"{done}/{total} {name}", end="\r")
