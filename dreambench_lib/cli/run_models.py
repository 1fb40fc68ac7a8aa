"""Options of `dreambench run` that speak of models: which, how paid, recorded or replayed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ..harness.gateway.settings import Live
    from ..models import Endpoint

Model = Annotated[str | None, typer.Option("--model", help="Model of agents that ask one.")]
BaseUrl = Annotated[str | None, typer.Option(help="Its OpenAI-compatible server.")]
KeyEnv = Annotated[
    str | None, typer.Option(help="Variable with its key (default OPENAI_API_KEY; '' for none).")
]
BudgetUsd = Annotated[
    str | None, typer.Option(help="Money the run may spend in all, by the price file.")
]
BudgetTokens = Annotated[int | None, typer.Option(help="Tokens the run may use in all.", min=1)]
CellTokens = Annotated[int | None, typer.Option(help="Tokens one cell may use.", min=1)]
PriceFile = Annotated[Path | None, typer.Option("--prices", help="Dated price file (TOML).")]
Extend = Annotated[
    Path | None,
    typer.Option(help="Pilot whose finished cells the run takes over, with its key: more traps, "
                 "seeds, conditions or agents, nothing else changed."),
]  # fmt: skip
Replay = Annotated[
    Path | None, typer.Option(help="Run folder to run again offline, from its cassette.")
]
NoRecord = Annotated[bool, typer.Option("--live", help="Forward, and keep no cassette.")]


def endpoint(model: str | None, base_url: str | None, key_env: str | None) -> Endpoint | None:
    """The agents' model, or None where none is named."""
    from ..errors import BadInput
    from ..models import Endpoint

    given = {"model": model, "base_url": base_url, "key_env": key_env}
    known = {name: value for name, value in given.items() if value is not None}
    if known and not model:
        raise BadInput("--base-url and --key-env say how a model is reached: name it with --model")
    return Endpoint(**{"max_tokens": 1024, "timeout": 120.0, **known}) if known else None


def live(
    plan: Any, folder: Path, replay: Path | None, no_record: bool, prices: Path | None,
    caps: tuple[str | None, int | None],
) -> Live | None:  # fmt: skip
    """How the plan's models are reached; None where it has none."""
    from fractions import Fraction

    from ..errors import BadInput
    from ..harness.gateway.budget import Caps
    from ..harness.gateway.settings import Live

    money, tokens = caps
    try:
        fair = money is None or Fraction(money) > 0
    except (ValueError, ZeroDivisionError):
        fair = False
    if not fair:
        raise BadInput(f"a budget of {money!r} is no sum of money: give e.g. --budget-usd 2.50")
    if plan.model is None and plan.memory_model is None:
        if replay:
            raise BadInput(f"{replay.name} asked no model: run it again without --replay")
        return None
    return Live(
        folder=folder.absolute(),
        mode="replay" if replay else "live" if no_record else "record",
        recorded=replay.absolute() if replay else None,
        caps=Caps(money=money, tokens=tokens),
        prices=prices.absolute() if prices else None,
    )


def pilot(extend: Path | None, replay: Path | None, settings: dict[str, Any]) -> Path | None:
    """The run that is extended, whose key `settings` then have."""
    from ..errors import BadInput
    from ..harness.folder import planned
    from ..harness.places import find_run

    if extend is None:
        return None
    if replay is not None:
        raise BadInput("a replay runs a recorded plan as it is: leave --extend or --replay out")
    found = extend if extend.is_dir() else find_run(str(extend))
    settings.setdefault("key", planned(found)[1])
    return found
