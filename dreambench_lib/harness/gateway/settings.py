"""How a run reaches its models; goes to every worker with the job, and holds no key."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field

from ...errors import BadInput
from ...models import Endpoint
from ...records import Record
from .budget import Amount, Caps, Purse, read_purse
from .prices import price_text, read_prices

CASSETTE, SPENT, PRICES = "cassette", "spent.json", "prices.toml"
"""Names in the run's folder."""
Mode = Literal["record", "replay", "live"]
"""Forward and keep, serve what was kept, or forward and keep nothing."""


class Live(Record):
    """What is no part of the plan: it decides no outcome, or only where a run stops."""

    folder: Path
    """The run's folder: its purse, and its cassette."""
    mode: Mode = "record"
    recorded: Path | None = None
    """For a replay: the folder of the run that recorded."""
    caps: Caps = Caps()
    prices: Path | None = None
    concurrency: int = Field(default=4, ge=1)
    """Requests at a time, of one process."""

    @property
    def cassette(self) -> Path:
        return (self.recorded or self.folder) / CASSETTE

    @property
    def offline(self) -> bool:
        return self.mode == "replay"


def spent(folder: Path) -> Amount | None:
    """What a run used so far, by the provider's reports; None where it asked no model.

    What is reserved for requests that are under way is not in it.
    """
    file = folder / SPENT
    return read_purse(file).used if file.exists() else None


def started(live: Live) -> dict[str, object]:
    """Make a run's purse ready before its first worker; what the log of attempts says of it.

    Only for whoever holds the run's lock. What workers had reserved that are gone is given back:
    no request is under way now. The provider may have charged for such a one without ever
    reporting it, so the log keeps how much it was. The price file is put beside the run, so that
    anybody can derive its money again.
    """
    purse, facts = Purse("run", None, None, live.folder / SPENT), dict[str, object](mode=live.mode)
    stale = purse.release()
    if stale != Amount():
        facts["given_back"] = told(stale)
    facts["used"] = told(purse.spent)
    draft = live.folder / f".{PRICES}"
    draft.write_text(price_text(live.prices), encoding="utf-8")
    os.replace(draft, live.folder / PRICES)
    caps = {name: cap for name, cap in live.caps.model_dump().items() if cap is not None}
    return {**facts, **({"caps": caps} if caps else {})}


def told(amount: Amount) -> dict[str, object]:
    """An amount in a line of the log of attempts."""
    return {"tokens": amount.tokens, "money": str(amount.money)}


def key_of(end: Endpoint) -> str:
    """The endpoint's key, from the environment of the harness; empty where it wants none.

    Raises:
        BadInput: the variable is not set.
    """
    key = os.environ.get(end.key_env, "") if end.key_env else ""
    if end.key_env and not key:
        raise BadInput(
            f"no key for {end.model}: set the environment variable {end.key_env}, or give "
            "--key-env '' if the server wants none"
        )
    return key


def check(live: Live, ends: Iterable[Endpoint]) -> None:
    """Refuse what cannot work before anything starts.

    Raises:
        BadInput: no key, no price for a budget in money, no recording to replay.
    """
    prices = read_prices(live.prices)
    for end in ends:
        parts = urlsplit(end.base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
            raise BadInput(
                f"the base URL of {end.model} is none that can be asked: give one like "
                "http://127.0.0.1:8000/v1, without user and password"
            )
        if not live.offline:
            key_of(end)
        if live.caps.money is not None and end.model not in prices:
            raise BadInput(
                f"a budget in money needs the price of {end.model}: add it to a price file and "
                "give --prices FILE"
            )
    if live.offline and not live.cassette.is_dir():
        where = (live.recorded or live.folder).name
        raise BadInput(f"{where} has no cassette: replay the folder of a recorded run")
