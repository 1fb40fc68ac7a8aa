"""A run with a model, taken to account: who worked, what it cost, what counts, what is packed."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dreambench_lib.agents.protocol import Task, Workspace
from dreambench_lib.errors import BadInput
from dreambench_lib.harness.estimate import TURNS, estimate
from dreambench_lib.harness.folder import planned
from dreambench_lib.harness.gateway.budget import Amount, Caps, Purse
from dreambench_lib.harness.gateway.prices import read_prices
from dreambench_lib.harness.gateway.settings import Live, spent
from dreambench_lib.harness.pack import pack, unpack
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.status import attempts, status
from dreambench_lib.harness.verify import read_sealed, verify
from dreambench_lib.models import Endpoint
from dreambench_lib.records import Episode, Query, Recall, WorkLog
from dreambench_lib.report import costs
from dreambench_lib.report.about import about
from dreambench_lib.report.comparing import compare_source
from dreambench_lib.report.folds import author_table, folds
from dreambench_lib.report.frames import load
from dreambench_lib.report.warmup import FEASIBLE, warm_up
from dreambench_lib.stats.intervals import clopper_pearson
from tests.gateway.scenes import KEY, SECRET, TRAPS, Go, behaviour
from tests.model_server import Fault, ModelServer, model_server

HERE = "tests.gateway.test_accounts"


class Late:
    """An agent that does nothing until its time is up."""

    tier = "test agent"

    def work(self, workspace: Workspace, task: Task) -> WorkLog:
        return WorkLog(error="timeout")


class Broken:
    """A memory that cannot be reached."""

    def __init__(self, space: Any) -> None:
        self.space = space

    def write(self, episode: Episode) -> None:
        raise OSError("the service is away")

    def sleep(self) -> None: ...

    def read(self, query: Query) -> list[Recall]:
        return []


class Paid(NamedTuple):
    folder: Path
    asked: int


@pytest.fixture(scope="module")
def paid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Paid]:
    """A sealed run: a reader with a model and one without, two traps, three conditions."""
    folder = tmp_path_factory.mktemp("accounts") / "paid"
    with pytest.MonkeyPatch.context() as patch, model_server(behaviour("reads")) as server:
        patch.setenv("SCRIPTED_KEY", SECRET)
        end = Endpoint(model="scripted-1", base_url=server.url, key_env="SCRIPTED_KEY")
        plan, key = make_plan(["B0", "B5", "ideal"], ["reader-llm", "reader-careful"], TRAPS, [1],
                              key=KEY, model=end)  # fmt: skip
        run(plan, key, folder, workers=1, live=Live(folder=folder, caps=Caps(money="3")))
        seal(folder)
        yield Paid(folder, len(server.asked))


# --- who worked ---------------------------------------------------------------------------------


def test_records_and_cells_say_who_worked_and_who_authored(paid: Paid) -> None:
    for record, _ in read_sealed(paid.folder):
        worked = record.key.agent == "reader-llm"
        assert (record.model, record.author) == (("scripted-1", "project") if worked else ("", ""))
    frames = load(paid.folder)
    assert set(frames.cells["model"]) == {"scripted-1", ""}
    assert {fold.agent: fold.model for fold in folds(frames)} == {
        "reader-llm": "scripted-1", "reader-careful": "",
    }  # fmt: skip
    table = author_table(frames).set_index("model")
    assert table.loc["scripted-1", "author"] == "project"
    assert table.loc["scripted-1", "traps"] == len(TRAPS)
    assert all(finding.passed for finding in verify(paid.folder))


def test_the_plan_says_which_attempt_counts(paid: Paid) -> None:
    told = about(paid.folder)
    assert told["attempt that counts"] == "first record"
    assert told["models"] == {"model": "scripted-1"}
    assert told["attempts"] == {"start": 1}
    plain, _ = make_plan(["B0"], ["reader-careful"], TRAPS, [1], key=KEY)
    assert "attempts" not in plain.model_dump()


def test_two_models_under_one_agent_are_never_pooled(paid: Paid, tmp_path: Path) -> None:
    mixed = tmp_path / "mixed"
    shutil.copytree(paid.folder, mixed)
    cells = (mixed / "cells.csv").read_text().splitlines()
    turned = [line.replace(",scripted-1", ",other-2") if "C9-" in line else line for line in cells]
    (mixed / "cells.csv").write_text("\n".join(turned) + "\n")
    with pytest.raises(BadInput, match="models other-2, scripted-1 under the agent reader-llm"):
        compare_source(str(mixed), "B5", "B0", "reader-llm")
    assert compare_source(str(paid.folder), "B5", "B0", "reader-llm")["warm_up"] == [
        "4/4 = 1.000, gate 0.80: met"
    ]


# --- what it cost -------------------------------------------------------------------------------


def test_tokens_and_money_add_up_to_the_purse(paid: Paid) -> None:
    found = costs.load(paid.folder)
    table = costs.party_table(found)
    assert table["calls"].sum() == paid.asked == found.calls
    used = spent(paid.folder)
    assert used is not None
    assert (table["tokens in"] + table["tokens out"]).sum() == used.tokens == found.tokens
    assert sum(found.usage["money"]) == used.money > 0
    assert set(table[table["agent"] == "reader-careful"]["calls"]) == {0}
    assert found.prices_from == "the run's own price file"
    assert "Nothing was paid for that left no record." in costs.read_purse(found)
    assert costs.load(paid.folder, None).unpriced == []


def test_a_success_costs_what_its_cells_did_or_is_not_defined(paid: Paid) -> None:
    found = costs.load(paid.folder)
    rows = {(one.condition, one.agent, one.block): one for one in costs.successes(found)}
    none = rows["B0", "reader-llm", "needs"]
    assert (none.passed, none.cells) == (0, 1)
    assert none.each(none.tokens) is None
    low, high = clopper_pearson(0, 1)
    assert none.tokens is not None
    assert none.ends(none.tokens) == (none.tokens / high, None)
    assert low == 0
    one = rows["ideal", "reader-llm", "needs"]
    assert one.passed == one.cells == 1
    paid_for = float(one.money or 0)
    assert one.each(one.money) == pytest.approx(paid_for)
    assert one.ends(one.money) == pytest.approx((paid_for, paid_for / 0.025))
    shown = costs.success_table(found).markdown()
    assert f"not defined [{none.tokens / high:,.0f}, unbounded]" in shown
    assert "1 row" not in costs.read_successes(found)


def test_a_model_without_a_price_has_tokens_and_no_money(paid: Paid, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text('[[price]]\nmodel="m"\ninput=1\noutput=1\nas_of=2026-02-01\n')
    found = costs.load(paid.folder, other)
    assert found.unpriced == ["scripted-1"]
    assert "no price" in costs.success_table(found).markdown()
    assert "No price is known for scripted-1" in costs.read_parties(found)


def test_a_source_without_models_says_so() -> None:
    offline, published = costs.load("offline-60"), costs.load("published")
    assert offline.calls == 0
    assert set(costs.party_table(offline)["calls"]) == {0}
    assert "no model was called" in costs.read_parties(offline)
    assert set(costs.party_table(published)["calls"]) == {"not published"}
    (gate,) = warm_up(published.frames)
    assert gate.words == "287/360 = 0.797, gate 0.80: missed"
    assert set(author_table(published.frames).iloc[0]) == {"not published"}


def test_the_printed_table_contradicts_itself_as_told() -> None:
    printed = costs.printed_costs()
    hybrid, base = printed.of("DF-hybrid"), printed.of("B5")
    assert hybrid.total == 2 * (hybrid.parts or 0)
    assert (hybrid.scored, hybrid.all_passed) == (95, 388)
    assert printed.output_tokens(hybrid) == 64_000
    assert printed.with_judge(hybrid) == pytest.approx((15.13726 + 127_926_157 * 5e-6) / 95)
    assert hybrid.each / base.each == pytest.approx(0.970, abs=5e-4)
    said = " ".join(costs.read_printed(printed).plain())
    for part in ("127,926,157", "6.89 USD", "0.97 times", "64,000 (DF-hybrid)", "376 to 395"):
        assert part in said


# --- what counts --------------------------------------------------------------------------------


def test_a_timeout_is_an_outcome_and_infra_is_none(tmp_path: Path) -> None:
    plan, key = make_plan(["B0", f"{HERE}:Broken"], [f"{HERE}:Late"], TRAPS[1:], [1], key=KEY)
    run(plan, key, tmp_path / "run", workers=1)
    seal(tmp_path / "run")
    frames = load(tmp_path / "run")
    late = frames.outcomes[frames.outcomes["condition"] == "B0"]
    assert list(late["passed"]) == [0]
    told = about(tmp_path / "run")
    assert told["excluded"] == {"infra": 1}
    assert "1 cell is no outcome (infra 1)" in costs.read_attempts(costs.load(tmp_path / "run"))
    (gate,) = warm_up(frames, FEASIBLE)
    assert gate.sessions == 2


def test_what_the_provider_did_is_tried_again_and_logged(go: Go, traps: ModelServer) -> None:
    reads = traps.script
    traps.script = lambda asked: Fault(429, "0") if asked.number == 1 else reads(asked)
    folder, records = go(conditions=("ideal",), only=["C3-withdrawn"])
    assert records["ideal", "C3-withdrawn"].passed
    retried = [event for event in attempts(folder) if event["event"] == "retried"]
    assert [event["retries"] for event in retried] == [{"wake": 1}]
    assert about(folder)["attempts"]["calls sent again"] == 1


def test_what_a_killed_worker_had_reserved_is_given_back(
    go: Go, traps: ModelServer, tmp_path: Path
) -> None:
    reads = traps.script
    traps.script = lambda asked: reads(asked) if asked.number <= 1 else Fault(404)
    with pytest.raises(Exception, match="HTTP 404"):
        go()
    file = tmp_path / "run" / "spent.json"
    before = spent(tmp_path / "run")
    code = (
        "import os, signal; from fractions import Fraction; from pathlib import Path\n"
        "from dreambench_lib.harness.gateway.budget import Amount, Purse\n"
        f"purse = Purse('run', None, None, Path({str(file)!r}))\n"
        "assert not purse.reserve(Amount(90_000, Fraction(1)))\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -signal.SIGKILL
    assert Purse("run", None, None, file).spent.tokens >= 90_000
    assert spent(tmp_path / "run") == before
    traps.script = reads
    folder, _ = go(caps=Caps(tokens=50_000, money="0.5"))
    starts = [event for event in attempts(folder) if event["event"] == "start"]
    assert starts[1]["given_back"] == {"tokens": 90_000, "money": "1"}
    used = Purse("run", None, None, file).held
    assert used.reserved == Amount()
    assert 0 < used.used.tokens < 50_000


def test_an_old_purse_is_read(tmp_path: Path) -> None:
    (tmp_path / "spent.json").write_text('[12, "3/4"]')
    assert spent(tmp_path) == Amount(12, Fraction(3, 4))


# --- what a reviewer gets -----------------------------------------------------------------------


def test_a_packed_run_replays_offline_from_the_file_alone(paid: Paid, tmp_path: Path) -> None:
    archive = pack(paid.folder, tmp_path / "whole.tar.xz")
    slim = pack(paid.folder, tmp_path / "slim.tar.xz", cassette=False)
    assert slim.stat().st_size < archive.stat().st_size
    folder = unpack(archive, tmp_path / "reviewer")
    assert costs.load(folder).purse == spent(paid.folder)
    assert about(folder)["attempts"] == {"start": 1}
    plan, key = planned(folder)
    again = tmp_path / "again"
    run(plan, key, again, workers=1, live=Live(folder=again, mode="replay", recorded=folder))
    assert seal(again)["root"] == json.loads((folder / "manifest.json").read_text())["root"]
    seen = status(again).spend
    assert seen is not None
    assert seen.words.endswith("(replayed: nothing was paid)")
    bare = unpack(slim, tmp_path / "slim")
    assert not (bare / "cassette").exists()
    with pytest.raises(BadInput, match="has no cassette"):
        run(plan, key, tmp_path / "no", live=Live(folder=tmp_path / "no", mode="replay",
                                                  recorded=bare))  # fmt: skip


def test_a_body_that_is_not_what_its_name_says_is_refused(paid: Paid, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    shutil.copytree(paid.folder, mine)
    body = next((mine / "cassette" / "bodies").iterdir())
    body.write_bytes(body.read_bytes() + b" ")
    archive = pack(mine, tmp_path / "a.tar.xz")
    with pytest.raises(BadInput, match="is not what its name says"):
        unpack(archive, tmp_path / "out")
    assert not (tmp_path / "out" / "mine").exists()


# --- the estimate -------------------------------------------------------------------------------


def test_an_estimate_of_programs_and_memories_says_what_it_rests_on() -> None:
    end = Endpoint(model="scripted-1", key_env="")
    plan, key = make_plan(["B0", "DF"], ["openai"], TRAPS, [1, 2], key=KEY, model=end,
                          memory_model=end, cell_tokens=50_000)  # fmt: skip
    guess = estimate(plan, key)
    assert (guess.cells, guess.sessions) == (8, 24)
    parties = {one.party: one for one in guess.parties}
    assert parties["wake"].calls == 24 * TURNS
    assert parties["wake"].most is None
    assert parties["sleep"].calls > 0
    assert guess.most_tokens(plan) == 8 * 50_000
    assert guess.most_tokens(plan.model_copy(update={"cell_tokens": None})) is None
    prices = read_prices()
    money = guess.money(prices)
    assert money is not None
    assert money == sum(prices.of("scripted-1", one.likely) or 0 for one in guess.parties)
    assert guess.most_money(prices) is None
    assert [str(TURNS) in line for line in guess.assumed] == [False, True, False]
    half = estimate(plan, key, plan.cells()[:4])
    assert half.cells == 4
    assert half.tokens < guess.tokens
