"""How long exact inference takes, beside what one would use otherwise (`make bench`)."""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from dreambench_lib.stats import certify, check_certificate, cluster_bootstrap, compare
from dreambench_lib.stats import signflip_test as signflip

SIZES = [20, 60, 1_000, 10_000]
PATIENCE = 20.0
"""Seconds after which a rival is stopped, and said to have been."""
CELLS = Path(__file__).parents[2] / "results" / "published" / "cells.csv"


def scores(clusters: int) -> list[int]:
    rng = random.Random(clusters)
    return [rng.randint(-3, 3) for _ in range(clusters)]


def rounds(clusters: int) -> dict[str, int]:
    return {"rounds": 20 if clusters < 5_000 else 5, "warmup_rounds": 1}


@pytest.mark.parametrize("clusters", SIZES)
def test_signflip(benchmark: Any, clusters: int) -> None:
    benchmark.group = f"sign-flip, {clusters} clusters"
    values = scores(clusters)
    loops = max(1, 2_000 // clusters)
    benchmark.pedantic(lambda: signflip(values).p, iterations=loops, **rounds(clusters))


@pytest.mark.parametrize("clusters", SIZES)
def test_dictionary_dp(benchmark: Any, clusters: int) -> None:
    """The textbook exact method: a dictionary of sums, one cluster after the other."""
    benchmark.group = f"sign-flip, {clusters} clusters"
    values = scores(clusters)
    patience = time.monotonic() + PATIENCE

    def test() -> float | None:
        ways = {0: 1}
        for score in filter(None, values):
            if time.monotonic() > patience:
                return None
            step: dict[int, int] = {}
            for total, count in ways.items():
                for moved in (total + score, total - score):
                    step[moved] = step.get(moved, 0) + count
            ways = step
        extreme = sum(n for total, n in ways.items() if abs(total) >= abs(sum(values)))
        return extreme / sum(ways.values())

    found = benchmark.pedantic(test, rounds=3 if clusters < 5_000 else 1)
    if found is None:
        benchmark.extra_info["note"] = "stopped unfinished"
    else:
        assert found == signflip(values).p


@pytest.mark.parametrize("clusters", SIZES)
def test_scipy_with_99999_resamples(benchmark: Any, clusters: int) -> None:
    """Monte Carlo from 17 clusters on, which its result does not say.

    For 10,000 clusters a hundredth of the resamples is timed; time is proportional to their number.
    """
    benchmark.group = f"sign-flip, {clusters} clusters"
    values = np.array(scores(clusters))
    share = 1 if clusters < 5_000 else 100

    def test() -> float:
        result = stats.permutation_test(
            (values,),
            lambda x, axis: x.sum(axis=axis),
            permutation_type="samples",
            vectorized=True,
            n_resamples=99_999 // share,
            batch=1_000,
            rng=np.random.default_rng(0),
        )
        return float(result.pvalue)

    found = benchmark.pedantic(test, rounds=1)
    if share > 1:
        benchmark.extra_info["times"] = share
        benchmark.extra_info["note"] = f"from a {share}th of the resamples"
    assert found == pytest.approx(signflip(values).p, abs=0.01 * share**0.5)


@pytest.fixture(scope="module")
def r_session() -> Iterator[subprocess.Popen[str]]:
    probe = "stopifnot(requireNamespace('exactRankTests'))"
    if (
        not shutil.which("R")
        or subprocess.run(["Rscript", "-e", probe], capture_output=True).returncode
    ):
        pytest.skip("R with exactRankTests is not installed")
    with subprocess.Popen(
        ["R", "--no-echo", "--vanilla"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as session:
        yield session
        assert session.stdin is not None
        session.stdin.close()


@pytest.mark.parametrize("clusters", SIZES)
def test_exact_rank_tests(benchmark: Any, clusters: int, r_session: subprocess.Popen[str]) -> None:
    """One call in an R session that is already running.

    Its counts are doubles: beyond about 1,024 clusters they overflow, and the p is then wrong.
    """
    benchmark.group = f"sign-flip, {clusters} clusters"
    values = scores(clusters)
    stdin, stdout = r_session.stdin, r_session.stdout
    assert stdin is not None
    assert stdout is not None
    stdin.write("suppressMessages(library(exactRankTests)); cat('ready\\n')\n")
    for at in range(0, clusters, 500):  # R reads no longer lines
        start = "d <- c(" if at == 0 else "d <- c(d, "
        stdin.write(start + ",".join(map(str, values[at : at + 500])) + ")\n")
    stdin.flush()
    assert stdout.readline() == "ready\n"
    call = "perm.test(pmax(d, 0), pmax(-d, 0), paired = TRUE, exact = TRUE)$p.value"

    def test() -> float:
        stdin.write(f"cat(format({call}, digits = 17), '\\n')\n")
        stdin.flush()
        return float(stdout.readline())

    found, exact = benchmark.pedantic(test, rounds=3 if clusters < 5_000 else 1), signflip(values).p
    if clusters < 1_024:
        assert found == pytest.approx(exact, rel=1e-9)
    elif found != pytest.approx(exact, rel=1e-9):
        benchmark.extra_info["note"] = f"gives p = {found:g}, not {exact:.3g}"


def test_certificate_of_1000_clusters(benchmark: Any) -> None:
    values = scores(1_000)
    assert benchmark(lambda: check_certificate(certify(values), values))


@pytest.mark.parametrize("clusters", [60, 1_000])
def test_bootstrap(benchmark: Any, clusters: int) -> None:
    values = scores(clusters)
    benchmark(lambda: cluster_bootstrap(values, 3))


def test_compare_published(benchmark: Any) -> None:
    cells = pd.read_csv(CELLS)
    result = benchmark(lambda: compare(cells, "DF-hybrid", "B5"))
    assert result.p == 0.5184192657470703
