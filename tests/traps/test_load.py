"""Faults of trap files: one sentence that names the trap and the remedy."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.traps.load import load_trap, load_traps, trap_folders

from .conftest import Tiny


def unknown_slot_in_file(tiny: Tiny) -> None:
    tiny.files["T3-tiny/s3/right/tiny/closing.py"] += "# {{clos}}\n"


def unknown_slot_in_fact(tiny: Tiny) -> None:
    tiny.head["fact"]["clos"] = {"x": "current"}


def check_without_matcher(tiny: Tiny) -> None:
    tiny.checks.append({"kind": "presence", "call": "tiny.closing:closing", "lacks": ["x"]})


def check_without_probe(tiny: Tiny) -> None:
    tiny.checks.append({"kind": "presence", "is": "x"})


def check_of_unknown_kind(tiny: Tiny) -> None:
    tiny.checks[0]["kind"] = "presents"


def check_with_unknown_key(tiny: Tiny) -> None:
    tiny.checks[0]["arg"] = []


def check_of_unknown_fact(tiny: Tiny) -> None:
    tiny.checks[0]["is"] = "{{close.frist}}"


def uncarried_fact(tiny: Tiny) -> None:
    tiny.head["event"]["zero"]["carries"] = []


def unknown_fact_carried(tiny: Tiny) -> None:
    tiny.head["event"]["zero"]["carries"].append("close.nil")


def cue_missing(tiny: Tiny) -> None:
    tiny.head["text"]["trial"][1] = "Notice N-27: it becomes {{close.trial}}."


def sister_with_cue(tiny: Tiny) -> None:
    tiny.head["text"]["page"][0] += " It is like the closing line."


def unknown_key(tiny: Tiny) -> None:
    tiny.head["sesions"] = []


def unknown_slot_key(tiny: Tiny) -> None:
    tiny.head["slot"]["close"]["cue"] = ["x"]


def unknown_event_key(tiny: Tiny) -> None:
    tiny.head["event"]["zero"]["on"] = date(2026, 1, 1)


def unknown_fixture(tiny: Tiny) -> None:
    tiny.head["fixture"] = "tinny"


def missing_key(tiny: Tiny) -> None:
    del tiny.head["construct"]


def two_texts(tiny: Tiny) -> None:
    tiny.head["text"]["zero"].pop()


def unknown_name_in_text(tiny: Tiny) -> None:
    tiny.head["text"]["zero"][0] += " {{incident}}"


def no_plain_sentence(tiny: Tiny) -> None:
    tiny.head["says"] = {}


def two_currents(tiny: Tiny) -> None:
    tiny.head["fact"]["close"]["zero"] = "current"


def late_event(tiny: Tiny) -> None:
    tiny.head["event"]["zero"]["after"] = 3


def small_bank(tiny: Tiny) -> None:
    tiny.head["crowd"] = [14, 14]


def stray_overlay(tiny: Tiny) -> None:
    tiny.files["T3-tiny/s3/close=hand/tiny/closing.py"] = ""


def unknown_status(tiny: Tiny) -> None:
    tiny.head["fact"]["close"]["zero"] = "outdated"


def no_prompt(tiny: Tiny) -> None:
    del tiny.files["T3-tiny/s3/prompt.md"]


def not_a_table(tiny: Tiny) -> None:
    tiny.head["slot"]["close"] = "CL-{5A}"


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (unknown_slot_in_file, "s3/right/tiny/closing.py uses unknown slot {{clos}}: use one of"),
        (unknown_slot_in_fact, "fact clos.x: there is no slot 'clos': add it or use one of close"),
        (check_without_matcher, "check 3 of T3-tiny says only what must not be seen"),
        (check_without_probe, "check 3 of T3-tiny has no 'call', 'run' or 'files': add one"),
        (check_of_unknown_kind, "check 1 of T3-tiny: kind: Input should be 'presence'"),
        (check_with_unknown_key, "unknown key in check 1 of T3-tiny 'arg': did you mean 'args'?"),
        (check_of_unknown_fact, "check s3-1 uses unknown name {{close.frist}}: add it"),
        (uncarried_fact, "fact close.zero is carried by no event: add it"),
        (unknown_fact_carried, "an event carries unknown fact close.nil: add it to [fact]"),
        (cue_missing, "text 2 of event trial holds no cue of slot close: use one of 'closing"),
        (sister_with_cue, "text 1 of event page, a sister's, holds a cue of slot close"),
        (unknown_key, "unknown key in trap T3-tiny 'sesions': did you mean 'sessions'?"),
        (unknown_slot_key, "unknown key in slot close of trap T3-tiny 'cue': did you mean 'cues'?"),
        (unknown_event_key, "unknown key in event zero of trap T3-tiny 'on'"),
        (unknown_fixture, "unknown fixture in trap T3-tiny 'tinny': did you mean 'tiny'?"),
        (missing_key, "trap T3-tiny lacks 'construct': add it"),
        (two_texts, "event zero has 2 texts: write at least three"),
        (unknown_name_in_text, "a text of event zero uses unknown name {{incident}}: add it to"),
        (no_plain_sentence, "[says] lacks a plain sentence for close.first: add it"),
        (two_currents, "slot close has more than one current fact: keep one"),
        (late_event, "event zero arrives after session 3, too late"),
        (small_bank, "'crowd' needs 23 ordinary notes, but the bank of tiny has 14"),
        (stray_overlay, "s3/close=hand: 'hand' is none of the slot's ways"),
        (unknown_status, "fact close.zero of trap T3-tiny: status: Input should be 'current'"),
        (no_prompt, "session 's3' of T3-tiny has no prompt.md: write one"),
        (not_a_table, "slot close of trap T3-tiny is not a table: write {key = value"),
    ],
)
def test_fault_names_trap_and_remedy(broken: Callable[[Tiny], None], said: str, tiny: Tiny) -> None:
    broken(tiny)
    with pytest.raises(BadInput) as fault:
        tiny.load()
    assert said in str(fault.value)
    assert "T3-tiny" in str(fault.value)
    assert "\n" not in str(fault.value)


def test_not_toml(tiny: Tiny) -> None:
    folder = tiny.write()
    (folder / "trap.toml").write_text("construct = ", encoding="utf-8")
    with pytest.raises(BadInput, match=r"T3-tiny/trap\.toml is not TOML"):
        load_trap(folder)


def test_private_folder(tiny: Tiny) -> None:
    tiny.write()
    assert list(load_traps(tiny.root)) == ["T3-tiny"]
    with pytest.raises(BadInput, match="--traps DIR"):
        trap_folders(tiny.root / "nowhere")
    with pytest.raises(BadInput, match="unknown trap 'T4-tiny': did you mean 'T3-tiny'"):
        load_trap(tiny.root / "T4-tiny")


def test_derived_checks_share_the_probe(tiny: Tiny) -> None:
    checks = {check.id: check for check in tiny.load().checks}
    derived = {"s3-1-not-close.zero", "s3-1-not-close.trial"}
    assert derived < set(checks)
    assert {checks[name].kind for name in derived} == {"forgetting"}
    assert checks["s3-1-not-close.zero"].probe == checks["s3-1"].probe
    assert not any("close.page" in name for name in checks)
