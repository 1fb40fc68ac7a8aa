"""Budgets stop hard: before a request, in the middle of a stream, in all processes of a run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import httpx
import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.gateway.budget import Amount, Purse
from dreambench_lib.harness.gateway.door import Door
from dreambench_lib.harness.gateway.prices import read_prices
from dreambench_lib.harness.gateway.wire import Used
from tests.gateway.conftest import chat, read_cut, served
from tests.model_server import ModelServer, Say

Make = Callable[..., Door]


def test_what_is_reserved_must_fit() -> None:
    purse = Purse("cell", 100, "1.5")
    assert purse.reserve(Amount(60)) == ""
    assert "cell's budget of 100 tokens" in purse.reserve(Amount(41))
    purse.settle(Amount(60), Amount(10, Fraction("1.5")))
    assert "budget of 1.5 in money" in purse.reserve(Amount(1))
    assert purse.spent == Amount(10, Fraction("1.5"))


def test_a_spent_budget_refuses_before_sending(door: Make, server: ModelServer) -> None:
    cell, run = Purse("cell", 40, None), Purse("run", 10_000, None)
    made = door(purses=(run, cell))
    codes = []
    with served(made) as url, httpx.Client() as http:
        for _ in range(6):
            codes.append(http.post(f"{url}/chat/completions", json=chat("x" * 20)).status_code)
    # Each uses 5 + 5 tokens; reserved before it is sent is the length of its body over three.
    assert codes[0] == 200
    assert codes[-1] == 402
    assert codes == sorted(codes)
    assert len(server.asked) == codes.count(200)
    assert made.spent is not None
    assert made.spent.purse == "cell"
    assert cell.spent.tokens <= 40
    assert run.spent == cell.spent


def test_a_stream_is_cut_where_the_budget_ends(door: Make, server: ModelServer) -> None:
    server.script = lambda asked: Say("word " * 5_000)
    made = door(purses=(Purse("run", 300, None),))
    with served(made) as url:
        got = read_cut(url, "chat/completions", chat(stream=True))
        assert 0 < got.count(b"data: ") < 200
        assert httpx.post(f"{url}/chat/completions", json=chat()).status_code == 402
    assert made.spent is not None
    assert "in the middle of a reply" in made.spent.words
    assert len(server.asked) == 1


def test_a_limit_that_a_request_sets_itself_is_reserved(door: Make, server: ModelServer) -> None:
    made = door(purses=(Purse("cell", 500, None),))
    with served(made) as url, httpx.Client() as http:
        assert http.post(f"{url}/responses", json={"model": "m", "max_output_tokens": 600}
                         ).status_code == 402  # fmt: skip
    assert server.asked == []


def test_processes_share_a_runs_purse(tmp_path: Path) -> None:
    file = tmp_path / "spent.json"
    code = (
        "import sys; from pathlib import Path; "
        "from dreambench_lib.harness.gateway.budget import Amount, Purse\n"
        f"purse = Purse('run', 1000, None, Path({str(file)!r}))\n"
        "print(sum(purse.reserve(Amount(7)) == '' for _ in range(100)))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    taken = sum(int(one.communicate()[0]) for one in running)
    assert taken == 1000 // 7
    assert Purse("run", 1000, None, file).spent.tokens == 7 * taken
    file.write_text("{")
    with pytest.raises(BadInput, match="damaged"):
        Purse("run", 1, None, file).reserve(Amount(1))


def test_prices_are_dated_and_exact(tmp_path: Path) -> None:
    prices = read_prices()
    assert prices.of("scripted-1", Used(1_000_000, 500_000)) == 3
    assert prices.of("scripted-1", Used(1, 0)) == Fraction(1, 1_000_000)
    assert prices.of("another", Used(1, 1)) is None
    path = tmp_path / "p.toml"
    row = '[[price]]\nmodel = "m"\ninput = 0.1\noutput = 0.3\nas_of = 2026-02-01\n'
    path.write_text(row)
    assert read_prices(path).of("m", Used(3, 1)) == Fraction(6, 10_000_000)
    for text, words in (
        (row + row, "twice"),
        (row.replace("as_of = 2026-02-01", ""), "as_of"),
        (row.replace("0.1", "-1"), "negative"),
        (row.replace("0.1", "'x'"), "price 1 of p.toml is wrong"),
        ("= 1", "cannot be read"),
    ):
        path.write_text(text)
        with pytest.raises(BadInput, match=words):
            read_prices(path)


def test_money_is_counted_by_the_price_file(door: Make) -> None:
    made = door()
    with served(made) as url, httpx.Client() as http:
        http.post(f"{url}/chat/completions", json=chat("x" * 40))
        http.post(f"{url}/chat/completions", json={**chat("x" * 40), "model": "unknown"})
    reading = made.meter.reading
    assert reading.money == Fraction(10 * 1 + 5 * 4, 1_000_000)
    assert (reading.calls, reading.unpriced) == (2, 1)
