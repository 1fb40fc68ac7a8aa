"""Demands on a set, on synthetic lists of traps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.traps.load import ROOT
from dreambench_lib.traps.quotas import Least, Most, Quotas, read_quotas, set_gates
from dreambench_lib.traps.template import Fact, Template

from .conftest import Tiny

ASKED = Quotas(
    complete=True,
    core={"C3": 4, "C10": 2},
    extended={"C10": 2},
    least=Least(each=4, fixtures=3, spread=3, clean=5),
    most=Most(skeleton=3, overlap=1.0),
)


@pytest.fixture(scope="module")
def seed_trap(tmp_path_factory: pytest.TempPathFactory) -> Template:
    return Tiny(tmp_path_factory.mktemp("set")).load()


def made(trap: Template, number: int, code: str, **changes: object) -> Template:
    fixture = trap.fixture.model_copy(update={"name": f"f{number % 3}"})
    base = {
        "id": f"{code}-trap{number}", "construct_id": code, "fixture": fixture,
        "skeleton": f"{code}-story{number % 3}",
    }  # fmt: skip
    return trap.model_copy(update={**base, **changes})


@pytest.fixture
def traps(seed_trap: Template) -> list[Template]:
    core = [made(seed_trap, n, "C3") for n in range(4)]
    core += [made(seed_trap, n, "C10") for n in (4, 5)]
    return core + [made(seed_trap, n, "C10", set="extended") for n in (6, 7)]


def failed(traps: list[Template], which: str = "all", quotas: Quotas = ASKED) -> dict[str, str]:
    return {v.gate: v.detail for v in set_gates(traps, quotas, which) if not v.passed}


def test_a_whole_set_passes(traps: list[Template]) -> None:
    gates = {v.gate for v in set_gates(traps, ASKED)}
    assert failed(traps) == failed(traps[:6], "core") == {}
    assert gates == {
        "ids", "quota", "clean", "skeletons", "overlap", "words", "look-alikes", "disproofs",
        "neutral-prompts", "extended", "fixtures", "c3-newest", "sister",
    }  # fmt: skip


Change = Callable[[list[Template]], list[Template]]


def _each(traps: list[Template], which: slice, **update: object) -> list[Template]:
    changed = list(traps)
    changed[which] = [trap.model_copy(update=update) for trap in traps[which]]
    return changed


def no_sister(trap: Template) -> tuple[Fact, ...]:
    return tuple(
        fact.model_copy(update={"status": "support"}) if fact.status == "irrelevant" else fact
        for fact in trap.facts
    )


BROKEN: list[tuple[str, Change, str]] = [
    ("quota", lambda t: t[1:], "C3: 3 traps in core, not 4"),
    ("quota", lambda t: [*t, made(t[0], 9, "C1")], "C1: 1 traps in core, not 0"),
    ("extended", lambda t: t[:-1], "C10: 1 extended traps, 2 are needed"),
    ("extended", lambda t: t[:-1], "C10: 3 traps in all, 4 are needed"),
    ("clean", lambda t: _each(t, slice(0, 2), start="continue"), "4 core traps start clean"),
    ("fixtures", lambda t: _each(t, slice(0, 8), fixture=t[0].fixture), "1 fixtures, 3 are"),
    ("fixtures", lambda t: _each(t, slice(0, 4), fixture=t[0].fixture), "core: 4 C3 traps over 1"),
    ("c3-newest", lambda t: _each(t, slice(0, 3), beats=("oldest",)), "1 of 4 C3 traps defeat"),
    ("sister", lambda t: _each(t, slice(0, 3), facts=no_sister(t[0])), "1 of 4 C3 traps have a"),
    ("skeletons", lambda t: _each(t, slice(0, 4), skeleton="one"), "share the skeleton one (C3-"),
    ("skeletons", lambda t: _each(t, slice(0, 1), skeleton=""), "C3-trap0 has no skeleton"),
    ("skeletons", lambda t: _each(t, slice(0, 1), skeleton="f0-x"), "begins with the fixture f0"),
    ("skeletons", lambda t: _each(t, slice(0, 1), facts=no_sister(t[0])), "C3-trap3 unfolds other"),
    ("ids", lambda t: _each(t, slice(0, 1), id="c3-TRAP1"), "2 traps are called c3-trap1"),
    ("ids", lambda t: _each(t, slice(0, 1), id="C4-trap0"), "C4-trap0 has construct C3"),
]


@pytest.mark.parametrize(("gate", "broken", "said"), BROKEN, ids=[said for _, _, said in BROKEN])
def test_a_broken_set_names_the_demand(
    gate: str, broken: Change, said: str, traps: list[Template]
) -> None:
    assert said in failed(broken(traps))[gate]


def test_half_is_enough_and_a_lone_trap_is_asked_nothing(traps: list[Template]) -> None:
    assert failed(_each(traps, slice(0, 2), beats=("oldest",))) == {}
    lone = _each(traps[:1], slice(0, 1), beats=("oldest",), facts=no_sister(traps[0]))
    assert {"c3-newest", "sister"} & set(failed(lone)) == set()


def test_equal_words_are_named(traps: list[Template]) -> None:
    close = ASKED.model_copy(update={"most": Most(skeleton=3, overlap=0.02)})
    told = failed(traps, quotas=close)["overlap"]
    assert "C10-trap4 and C10-trap5 share 100.0% of their n-grams" in told


def test_a_skeleton_is_told_once_and_used(traps: list[Template]) -> None:
    told = dict.fromkeys({trap.skeleton for trap in traps}, "A tells, B decides.")
    assert failed(traps, quotas=ASKED.model_copy(update={"skeletons": told})) == {}
    more = ASKED.model_copy(update={"skeletons": {**told, "idle": "Nobody says anything."}})
    assert failed(traps, quotas=more) == {"skeletons": "no trap has the skeleton idle: drop it"}
    assert failed(traps[:6], "core", more) == {}
    fewer = ASKED.model_copy(update={"skeletons": {"C3-story0": "A tells."}})
    assert (
        "skeleton C3-story1 of C3-trap1 is told nowhere" in failed(traps, quotas=fewer)["skeletons"]
    )


def test_an_incomplete_set_lists_its_demands_and_fails_nothing(traps: list[Template]) -> None:
    growing = ASKED.model_copy(update={"complete": False})
    ids, quotas = set_gates(traps[:2], growing)
    assert ids.passed
    assert quotas.passed
    assert quotas.detail.startswith("incomplete, ")
    assert "C10: 0 traps in core, not 2" in quotas.detail
    assert "every demand is met: set complete = true" in set_gates(traps, growing)[1].detail
    assert not set_gates([traps[0], traps[0]], growing)[0].passed


def test_private_folders_have_no_quotas(tmp_path: Path, traps: list[Template]) -> None:
    assert read_quotas(tmp_path) is None
    assert [v.gate for v in set_gates(traps[:2])] == ["ids"]


def test_the_projects_quotas_are_the_papers(tmp_path: Path) -> None:
    quotas = read_quotas(ROOT)
    assert quotas is not None
    assert list(quotas.core.values()) == [18, 6, 7, 1, 6, 5, 7, 4, 4, 2]
    assert sum(quotas.core.values()) == 60
    assert (quotas.least.each, quotas.least.clean, quotas.most.skeleton) == (6, 14, 4)
    (tmp_path / "set.toml").write_text("compleet = true\n")
    with pytest.raises(BadInput, match=r"unknown key in .*set.toml 'compleet': did you mean 'comp"):
        read_quotas(tmp_path)
