"""Plans: validated names, frozen digests, commitments."""

from __future__ import annotations

from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.plan import Plan, choose_traps, commit, make_plan, read_config
from dreambench_lib.records import Budget

KEY = "5a" * 32


def plan(**changes: object) -> Plan:
    settings: dict[str, object] = {
        "conditions": ["B0", "B5"], "agents": ["reader-literal"], "traps": ["C1-envelope"],
        "seeds": [1, 2], "key": KEY, **changes,
    }  # fmt: skip
    return make_plan(**settings)[0]  # type: ignore[arg-type]


def test_cells_are_the_whole_grid_in_order() -> None:
    cells = plan().cells()
    assert len(cells) == len(set(cells)) == 4
    assert cells == sorted(cells)


@pytest.mark.parametrize(
    "change",
    [
        {"conditions": ["B0"]}, {"agents": ["reader-careful"]}, {"traps": ["C9-upload"]},
        {"seeds": [1]}, {"key": "5b" * 32}, {"budget": Budget(items=5)}, {"timeout": 3.0},
    ],
)  # fmt: skip
def test_anything_that_decides_an_outcome_changes_the_digest(change: dict[str, object]) -> None:
    assert plan(**change).digest != plan().digest


def test_the_same_settings_give_the_same_digest() -> None:
    assert plan().digest == plan().digest


def test_without_a_key_each_plan_gets_a_fresh_one() -> None:
    (first, one), (second, two) = (
        make_plan(["B0"], ["reader-literal"], ["C1-envelope"], [1]) for _ in range(2)
    )
    assert one != two
    assert first.commitment == commit(one) != second.commitment


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"conditions": ["B5x"]}, r"unknown condition 'B5x': did you mean 'B5'"),
        ({"conditions": ["no.such:Thing"]}, r"memory 'no.such:Thing' cannot be imported"),
        ({"agents": ["reader-carefull"]}, r"unknown agent .*did you mean 'reader-careful'"),
        ({"traps": ["C1-envelop"]}, r"unknown trap .*did you mean 'C1-envelope'"),
        ({"traps": []}, r"no trap"),
        ({"seeds": [-1]}, r"seed -1 is negative"),
        ({"seeds": [1, 1]}, r"1 is named twice"),
        ({"limit": 0}, r"limit 0 leaves no trap"),
        ({"key": "abc"}, r"is not 64 hexadecimal digits"),
        ({"timeout": 0}, r"timeout"),
    ],
)
def test_a_wrong_name_or_number_gets_one_sentence(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as fault:
        plan(**change)
    assert "\n" not in str(fault.value)


def test_limit_takes_one_trap_of_each_construct_first() -> None:
    constructs = [trap.construct_id for trap in choose_traps(["all"], limit=10)]
    assert len(set(constructs)) == 10


def test_limit_goes_by_name_within_a_construct() -> None:
    core = choose_traps(["core"])
    firsts = {trap.construct_id: trap.id for trap in reversed(core)}
    assert {trap.id for trap in choose_traps(["core"], limit=10)} == set(firsts.values())
    assert all(firsts[trap.construct_id] <= trap.id for trap in core)
    assert len(choose_traps(["core"], limit=13)) == 13


def test_a_config_file_gives_the_same_plan(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(
        f'conditions = ["B0", "B5"]\nagents = ["reader-literal"]\ntraps = ["C1-envelope"]\n'
        f'seeds = [1, 2]\nkey = "{KEY}"\nbudget = {{items = 6, words = 1200}}\n'
    )
    assert make_plan(**read_config(path))[0] == plan()


def test_a_config_file_names_a_model(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(
        f'conditions = ["B0"]\nagents = ["reader-llm"]\ntraps = ["C1-envelope"]\nseeds = [1]\n'
        f'key = "{KEY}"\nmodel = {{model = "m", key_env = "", schema_form = "json_object"}}\n'
    )
    model = make_plan(**read_config(path))[0].model
    assert model is not None
    assert (model.model, model.key_env, model.schema_form) == ("m", "", "json_object")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("condition = []", r"unknown setting in plan.toml 'condition': did you mean 'conditions'"),
        ("budget = {item = 6}", r"budget in plan.toml is wrong"),
        ("model = {name = 'M'}", r"model in plan.toml is wrong"),
        ("memory_model = {model = ''}", r"memory_model in plan.toml is wrong"),
        ("conditions = [", r"is not TOML"),
    ],
)
def test_a_wrong_config_gets_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=sentence):
        read_config(path)
