"""`dreambench status`: how far a run is, from another terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from . import show

if TYPE_CHECKING:
    from ..harness.status import Status, Watch


def register(app: typer.Typer) -> None:
    app.command("status", epilog="Example:  dreambench status runs/mine --follow")(status)


def status(
    run: str = typer.Argument(help="A run's name or folder."),
    follow: bool = typer.Option(False, "--follow", help="Look again every second until it ends."),
    as_json: bool = typer.Option(False, "--json", help="Print one look as JSON."),
) -> None:
    """Cells done, passed and stopped, the rate and what is left; the run is not disturbed."""
    from ..harness.places import find_run
    from ..harness.status import Watch

    folder = find_run(run)
    watch = Watch(folder)
    seen = watch.look()
    if as_json:
        show.as_json({**seen._asdict(), "seconds_left": seen.seconds_left, "spend": _spend(seen)})
    elif follow:
        _follow(folder, seen, watch)
    else:
        show.table(folder.name, ["what", "value"], _rows(seen))


def _follow(folder: Path, seen: Status, watch: Watch) -> None:
    import time

    from rich.live import Live

    with Live(_line(folder, seen), console=show.console, refresh_per_second=2) as live:
        while not seen.sealed and seen.done < seen.cells:
            time.sleep(1)
            seen = watch.look()
            live.update(_line(folder, seen))


def _line(folder: Path, seen: Status) -> str:
    left = "" if seen.seconds_left is None else f", about {_time(seen.seconds_left)} left"
    paid = f", {seen.spend.words}" if seen.spend else ""
    return f"{folder.name}: {seen.done}/{seen.cells} cells, {seen.passed} passed{paid}{left}"


def _spend(seen: Status) -> dict[str, Any] | None:
    """For JSON: money as numbers, null where a model has no price."""
    paid = seen.spend
    if paid is None:
        return None
    return {
        "mode": paid.mode,
        "tokens": paid.used.tokens,
        "money": float(paid.used.money) if paid.priced else None,
        "tokens_in_all": paid.total and paid.total.tokens,
        "money_in_all": float(paid.total.money) if paid.total and paid.priced else None,
        "caps": paid.caps,
        "currency": paid.currency,
    }


def _rows(seen: Status) -> list[list[str]]:
    state = "sealed" if seen.sealed else "unfinished" if seen.done < seen.cells else "to be sealed"
    rows = [
        ["state", state],
        ["cells", f"{seen.done} of {seen.cells}"],
        ["passed", f"{seen.passed}"],
        *[[f"stopped by {party}", f"{count}"] for party, count in sorted(seen.stopped.items())],
        *[[f"tokens ({party})", f"{count:,}"] for party, count in sorted(seen.tokens.items())],
        ["started", f"{seen.starts} times" if seen.starts != 1 else "once"],
    ]
    if seen.spend is not None:
        rows.append(["spent", seen.spend.words])
    if seen.again:
        rows.append(["ended by infra, tried anew", f"{seen.again} times"])
    if seen.rate is not None:
        rows.append(["rate", f"{seen.rate:.1f} cells a second"])
    if seen.seconds_left is not None:
        rows.append(["left", f"about {_time(seen.seconds_left)}"])
    return rows


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"
