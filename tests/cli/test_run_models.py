"""`dreambench run` with a model: end to end, priced, capped, recorded, replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import mint
from tests.behaviours import Behaviour
from tests.model_server import Fault, ModelServer, model_server

Call = Callable[..., Any]
KEY = "b4" * 32
WORDS = ("run", "--agent", "reader-llm", "--conditions", "B0,ideal", "--traps", "C3-withdrawn",
         "--seeds", "1", "--key", KEY, "--model", "scripted-1", "--workers", "1")  # fmt: skip


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModelServer]:
    monkeypatch.setenv("SCRIPTED_KEY", "sk-aSecretOfTheHarness")
    monkeypatch.chdir(tmp_path)
    instance = mint(load_traps()["C3-withdrawn"], parse_key(KEY), 1)
    with model_server(Behaviour("reads", [instance])) as made:
        yield made


def test_a_run_and_its_replay(dreambench: Call, server: ModelServer, tmp_path: Path) -> None:
    money = ("--budget-usd", "0.50", "--budget-tokens", "100000", "--cell-tokens", "20000")
    end = ("--base-url", server.url, "--key-env", "SCRIPTED_KEY")
    first = dreambench(*WORDS, *end, *money, "--out", "one", "--json")
    assert first.code == 0, first.err
    assert first.json["tier"] == "reader with a model"
    assert {row["condition"]: row["needs"] for row in first.json["passes"]} == {
        "B0": "0/1", "ideal": "1/1",
    }  # fmt: skip
    assert (tmp_path / "one" / "cassette").is_dir()
    # One token costs between one and four millionths by the example's prices.
    assert 500 < first.json["tokens"] < 5_000
    assert 1 < 1e6 * first.json["money"] / first.json["tokens"] < 4
    server.script = lambda asked: Fault(500)
    again = dreambench("run", "--replay", "one", "--out", "two", "--workers", "1", "--json")
    assert again.code == 0, again.err
    assert again.json["root"] == first.json["root"]
    assert dreambench("verify", "two").code == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "set the environment variable"),
        (("--key-env", "", "--budget-usd", "much"), "no sum of money"),
        (("--key-env", "", "--budget-usd", "1", "--prices", "none.toml"), "none.toml"),
        (("--key-env", "", "--base-url", "ftp://x"), "base URL of scripted-1"),
        (("--key-env", "", "--replay", "nowhere"), "nowhere"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    dreambench: Call, server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...], sentence: str,
) -> None:  # fmt: skip
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    result = dreambench(*WORDS, *words, "--out", "out")
    assert result.code == 2
    assert sentence in " ".join(result.err.split())
    assert not (tmp_path / "out").exists()
    assert server.asked == []


def test_a_model_without_a_name_and_an_agent_without_a_model(
    dreambench: Call, server: ModelServer
) -> None:
    bare = [word for word in WORDS if word not in ("--model", "scripted-1")]
    result = dreambench(*bare)
    assert (result.code, "needs a model" in " ".join(result.err.split())) == (2, True)
    result = dreambench(*bare, "--base-url", server.url)
    assert (result.code, "name it with --model" in " ".join(result.err.split())) == (2, True)
