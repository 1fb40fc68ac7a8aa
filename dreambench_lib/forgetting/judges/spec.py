"""``judges.toml``: which models judge, where they are reached, under which protocol."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable
from pathlib import Path

from pydantic import ValidationError

from dreambench_lib.errors import BadInput, DreamBenchError
from dreambench_lib.forgetting.judges.cassette import Cassette
from dreambench_lib.forgetting.judges.judge import Absent, Judge, ModelJudge
from dreambench_lib.models import Client, Endpoint, Ledger
from dreambench_lib.records import Record


class JudgeSpec(Endpoint):
    """One ``[[judge]]`` table: an endpoint with a name."""

    name: str
    max_tokens: int = 64


class JudgesSpec(Record):
    """The file."""

    protocol: str = "strict"
    workers: int = 4
    judge: tuple[JudgeSpec, ...]


Reach = Callable[[str, Endpoint, Ledger], Client]

EXAMPLE = """\
protocol = "strict"
workers = 6

[[judge]]
name = "gpt"
model = "gpt-4.1"
base_url = "https://api.openai.com/v1"
key_env = "OPENAI_API_KEY"
"""


def read_spec(path: Path) -> JudgesSpec:
    """Read and check the file."""
    try:
        return JudgesSpec.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError:
        raise BadInput(f"{path} cannot be read: write the judges there, e.g.\n{EXAMPLE}") from None
    except tomllib.TOMLDecodeError as fault:
        raise BadInput(f"{path.name} is no TOML: {fault}") from None
    except ValidationError as fault:
        first = fault.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise BadInput(f"{path.name}: {where}: {first['msg']}") from None


def make_judges(
    spec: JudgesSpec,
    tape: Cassette,
    ledger: Ledger,
    wait: Callable[[float], None] = time.sleep,
    reach: Reach | None = None,
) -> list[Judge]:
    """The judges, sharing one cassette and one budget. On replay no key is needed.

    One that cannot be built stays in the list as not initialised: what that means is for the
    protocol to say.

    Args:
        reach: Makes the client of a judge by its name (default: asks its endpoint directly).
    """
    judges: list[Judge] = []
    for one in spec.judge:
        end = Endpoint(**one.model_dump(exclude={"name"}))
        if tape.replay:
            end = end.model_copy(update={"key_env": ""})
        try:
            client = reach(one.name, end, ledger) if reach else Client(end, ledger, wait)
            judges.append(ModelJudge(one.name, client, tape))
        except DreamBenchError as fault:
            judges.append(Absent(one.name, str(fault)))
    return judges
