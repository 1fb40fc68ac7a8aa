"""`dreambench doctor`: what works on this machine, and the remedy for what does not."""

from __future__ import annotations

from pathlib import Path

import typer

from ..errors import BadInput
from . import show


def register(app: typer.Typer) -> None:
    app.command("doctor", epilog="Example:  dreambench doctor --sandbox docker --json")(doctor)


def doctor(
    sandbox: str | None = typer.Option(None, help="Also run this sandbox's self-checks inside it."),
    judges: Path | None = typer.Option(None, help="Also look at the judges of this file."),
    room: bool = typer.Option(False, help="Check its room for agents instead (with --sandbox)."),
    as_json: bool = typer.Option(False, "--json", help="Print as JSON."),
) -> None:
    """Sandboxes, engines, agents, memories, judges, models' doors; exit 1 if no run can start."""
    from ..harness.doctor import battery, examine
    from ..harness.sandboxes.differences import DIFFERENCES

    findings = examine(judges)
    if room and not sandbox:
        raise BadInput("say whose room to check: add --sandbox bubblewrap or --sandbox docker")
    checks = battery(sandbox, room) if sandbox else []
    differ = DIFFERENCES if sandbox else ()
    fit = all(f.ready for f in findings if f.needed) and all(c.passed for c in checks)
    if as_json:
        show.as_json(
            {"fit": fit, "findings": [f._asdict() for f in findings],
             "battery": [c._asdict() for c in checks],
             "differences": [d._asdict() for d in differ]}
        )  # fmt: skip
    else:
        rows = [[f.kind, f.name, "ready" if f.ready else "missing", f.remedy] for f in findings]
        show.table("What works here", ["kind", "name", "state", "remedy or detail"], rows)
        if checks:
            place = f"{sandbox}'s room" if room else sandbox
            inside = [[c.group, c.name, "holds" if c.passed else "FAILS", c.detail] for c in checks]
            show.table(
                f"Self-checks inside {place} ({sum(c.passed for c in checks)} of {len(checks)})",
                ["group", "check", "result", "detail"],
                inside,
            )
            show.table(
                "What cannot be equal",
                ["matter", "bubblewrap", "docker"],
                [[d.matter, d.bubblewrap, d.docker] for d in differ],
            )
    raise typer.Exit(0 if fit else 1)
