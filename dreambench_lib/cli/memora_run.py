"""`dreambench memora run`: real conversations through memories."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import unknown
from .memora_options import AsJson, DataOption, PolicyOption, of_100


def run_(
    data: DataOption,
    memory: Annotated[str, typer.Option(help="Conditions, or paths pkg.mod:Class, by comma.")],
    out: Annotated[Path, typer.Option(help="Folder of the reports.")] = Path("runs/memora"),
    duration: Annotated[str, typer.Option(help="weekly, monthly or quarterly.")] = "weekly",
    personas: Annotated[str | None, typer.Option(help="By comma (else all there are).")] = None,
    grain: Annotated[str, typer.Option(help="A note per session or per turn.")] = "session",
    items: Annotated[int, typer.Option(min=0, help="Read budget: items.")] = 6,
    words: Annotated[int, typer.Option(min=0, help="Read budget: words.")] = 1200,
    policy: PolicyOption = "undefined",
    model: Annotated[str | None, typer.Option(help="Model that answers (else not run).")] = None,
    base_url: Annotated[str, typer.Option(help="Its server.")] = "https://api.openai.com/v1",
    key_env: Annotated[str, typer.Option(help="Variable with its key.")] = "OPENAI_API_KEY",
    as_json: AsJson = False,
) -> None:
    """Feed real conversations through memories; score what is stored, recalled and answered.

    Scores are of the literal judge: exact words, no model.
    """
    from ..forgetting.release.layout import data_folder
    from ..forgetting.score.policies import policy as policy_of
    from ..forgetting.workload.feed import GRAINS
    from ..forgetting.workload.run import run_conditions
    from ..memory.conditions import condition
    from ..records import Budget
    from . import show

    if grain not in GRAINS:
        raise unknown("grain", grain, GRAINS)
    with ExitStack() as stack, show.progress() as bar:
        answerer = _answerer(model, base_url, key_env, out, stack) if model else None
        tasks: dict[str, Any] = {}

        def told(name: str, done: int, total: int) -> None:
            if name not in tasks:
                tasks[name] = bar.add_task(name, total=total, note="")
            bar.update(tasks[name], completed=done)

        found = run_conditions(
            data_folder(data), [condition(name) for name in show.words(memory) or []], out,
            duration=duration, personas=show.words(personas), grain=grain,
            budget=Budget(items=items, words=words), policy=policy_of(policy), answerer=answerer,
            progress=told,
        )  # fmt: skip
    if as_json:
        show.as_json(
            [
                {
                    "condition": one.condition,
                    "layer": one.layer,
                    "state": one.state,
                    "headline": one.manifest and one.manifest["headline"],
                }
                for one in found
            ]
        )
        return
    body = [[one.condition, one.layer, one.state, *_cells(one.manifest)] for one in found]
    heads = ("condition", "layer", "state", "remembering", "reasoning", "recommending")
    show.table(f"FAMA of 100 ({duration}; literal judge: exact words, no model)", heads, body)
    for header in dict.fromkeys(
        one.manifest["headline"]["header"] for one in found if one.manifest
    ):
        show.console.print(header)


def _answerer(model: str, base_url: str, key_env: str, out: Path, stack: ExitStack) -> Any:
    """Whoever answers is the one that works here: its calls pass the gateway as such."""
    from ..forgetting.judges.cassette import Cassette
    from ..forgetting.workload.answerer import Answerer
    from ..harness.gateway.aside import aside
    from ..models import Endpoint

    end = Endpoint(model=model, base_url=base_url, key_env=key_env, max_tokens=1024)
    gate = stack.enter_context(aside(out, "answers"))
    return Answerer(gate.client("wake", end), Cassette(out / "cassette.jsonl"))


def _cells(manifest: dict[str, Any] | None) -> list[str]:
    return [of_100(cell) for cell in manifest["headline"]["cells"]] if manifest else ["-"] * 3
