"""`dreambench memora`: forgetting scored as a contract (FAMA), on the Memora release and runs."""

from __future__ import annotations

from collections.abc import Callable

import typer

from . import memora_release, memora_reports, memora_run

app = typer.Typer(
    help="FAMA with receipts: census, lint, reconcile, judge, verify, run, import, export.",
    no_args_is_help=True,
)

_EXAMPLES: dict[Callable[..., None], str] = {
    memora_release.census_: "census DIR --json",
    memora_release.lint_: "lint DIR --rule cannot-both-hold",
    memora_release.reconcile_: "reconcile",
    memora_reports.judge_: "judge --data DIR --answers a.jsonl --judges judges.toml --out runs/j",
    memora_reports.verify_: "verify runs/judged --data DIR",
    memora_run.run_: "run --data DIR --memory B5,DF-hybrid-rules",
    memora_release.human_: "human agreement.json",
    memora_reports.import_: "import DIR --run a_mem",
    memora_reports.export_: "export runs/judged --out DIR",
    memora_release.freeze_: "freeze DIR",
}
"""Each command with its example, whose first word is its name."""


def register(root: typer.Typer) -> None:
    root.add_typer(app, name="memora")


for _command, _example in _EXAMPLES.items():
    _name = _example.partition(" ")[0]
    app.command(_name, epilog=f"Example:  dreambench memora {_example}")(_command)
