"""Ours against R: coin, exactRankTests and base R on generated cases."""

from __future__ import annotations

import csv
import importlib.util
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from dreambench_lib.stats import clopper_pearson, holm, mcnemar_test, signflip_test

HERE = Path(__file__).parent
CASES = ["signflip_cases.csv", "binomial_cases.csv", "holm_cases.csv"]
REFERENCES = ["signflip_reference.csv", "binomial_reference.csv", "holm_reference.csv"]


def rows(name: str, folder: Path = HERE) -> list[dict[str, str]]:
    with (folder / name).open(newline="") as lines:
        return list(csv.DictReader(lines))


def cases_module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_cases", HERE / "make_cases.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_cases_are_the_generated_ones(tmp_path: Path) -> None:
    cases_module().write(tmp_path)
    for name in CASES:
        assert (tmp_path / name).read_bytes() == (HERE / name).read_bytes()
    assert len(rows("signflip_cases.csv")) >= 200


def test_signflip() -> None:
    cases, references = rows("signflip_cases.csv"), rows("signflip_reference.csv")
    for case, theirs in zip(cases, references, strict=True):
        assert case["case"] == theirs["case"]
        ours = signflip_test(map(int, case["scores"].split()))
        values = {"two": ours.p_exact, "greater": ours.p_greater, "less": ours.p_less}
        for side, value in values.items():
            for program in ("coin", "perm"):
                reference = float(theirs[f"{program}_{side}"])
                assert float(value) == pytest.approx(reference, rel=1e-11), (case, program, side)
        # At D = 0 coin takes the whole of P(S = 0) off, once per tail, where half of it is meant.
        if ours.D:
            assert float(ours.mid_p) == pytest.approx(float(theirs["coin_mid"]), rel=1e-11), case


def test_signflip_cases_reach_small_and_large_p() -> None:
    p = [float(row["coin_two"]) for row in rows("signflip_reference.csv")]
    assert min(p) < 1e-12
    assert sum(value < 0.05 for value in p) > 40
    assert sum(value > 0.5 for value in p) > 40


def test_mcnemar_and_clopper_pearson() -> None:
    for row in rows("binomial_reference.csv"):
        b, c = int(row["b"]), int(row["c"])
        assert mcnemar_test(b, c).p == pytest.approx(float(row["p"]), rel=1e-10), row
        ends = [float(row["low"]), float(row["high"])]
        assert list(clopper_pearson(b, b + c)) == pytest.approx(ends, rel=1e-7, abs=1e-12), row


def test_holm() -> None:
    for case, theirs in zip(rows("holm_cases.csv"), rows("holm_reference.csv"), strict=True):
        p = {f"{i:02}": float(text) for i, text in enumerate(case["p"].split())}
        ours = [float(slot.adjusted) for slot in holm(p).values()]
        assert ours == pytest.approx([float(x) for x in theirs["adjusted"].split()], rel=1e-12)


def r_is_there() -> bool:
    """Whether Rscript finds both packages."""
    if shutil.which("Rscript") is None:
        return False
    probe = "stopifnot(requireNamespace('coin'), requireNamespace('exactRankTests'))"
    return subprocess.run(["Rscript", "-e", probe], capture_output=True).returncode == 0


def test_r_still_says_the_same(tmp_path: Path) -> None:
    if not r_is_there():
        pytest.skip("Rscript with coin and exactRankTests is not installed")
    for name in CASES:
        shutil.copy(HERE / name, tmp_path)
    subprocess.run(["Rscript", str(HERE / "reference.R"), str(tmp_path)], check=True)
    for name in REFERENCES:
        for again, committed in zip(rows(name, tmp_path), rows(name), strict=True):
            for column, text in committed.items():
                numbers = [float(x) for x in text.split()]
                assert [float(x) for x in again[column].split()] == pytest.approx(
                    numbers, rel=1e-9, abs=1e-12
                ), (name, column)
