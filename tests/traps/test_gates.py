"""Each gate, proof and lint passes on the good tiny trap and fails on one broken for it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

import pytest

from dreambench_lib.records import CheckOutcome, Verdict
from dreambench_lib.traps import gates, lint, proofs
from dreambench_lib.traps.admission import examine
from dreambench_lib.traps.bench import TRIED, Bench, Course, GateResult
from dreambench_lib.traps.checks import Check
from dreambench_lib.trees import Tree

from .conftest import FILLER, Tiny, paraphrases

Step = Callable[[Course], GateResult]


def test_good_trap_passes_every_step(tiny: Tiny, bench: Bench) -> None:
    results = examine(tiny.load(), bench)
    assert [(r.gate, r.detail) for r in results if not r.passed] == []
    assert len({r.gate for r in results}) == len(results) >= 20
    assert next(r for r in results if r.gate == "hoarder").detail == "0 of 12 seeds pass"


def test_outcomes_are_judged_once(tiny: Tiny, bench: Bench) -> None:
    course = Course(tiny.load(), bench)
    gates.solution(course)
    assert bench.judge.asked == 12  # type: ignore[attr-defined]
    gates.says(course)
    gates.solution(course)
    assert bench.judge.asked == 12  # type: ignore[attr-defined]


def test_a_pattern_of_filling_is_judged_at_three_seeds(tiny: Tiny, bench: Bench) -> None:
    course = Course(tiny.load(), bench)
    gates.oldest_first(course)
    assert bench.judge.asked == TRIED == 3  # type: ignore[attr-defined]


def test_a_pattern_whose_seeds_disagree_is_judged_at_every_seed(tiny: Tiny, bench: Bench) -> None:
    class Odd:
        asked = 0

        def __call__(self, checks: Sequence[Check], tree: Tree) -> Verdict:
            self.asked += 1
            return Verdict(
                checks=(CheckOutcome(id="x", kind="presence", passed=bool(self.asked % 2)),)
            )

    judge = Odd()
    gates.oldest_first(Course(tiny.load(), replace(bench, judge=judge)))
    assert judge.asked == 12


def value_of_another_form(tiny: Tiny) -> None:
    tiny.head["slot"]["page"] = {"form": "CL-{5A}-{3D}", "cues": ["foot"], "default": "P"}


# --- broken ones --------------------------------------------------------------------------------


def right_adds_a_letter(tiny: Tiny) -> None:
    path = "T3-tiny/s3/right/tiny/closing.py"
    tiny.files[path] = tiny.files[path].replace("{{close}}", "{{close}}x")


def default_is_right(tiny: Tiny) -> None:
    tiny.checks = [{"kind": "presence", "call": "tiny.closing:closing", "is": "END"}]


def says_without_cue(tiny: Tiny) -> None:
    tiny.head["says"] = {"close": {"first": "It is {{close.first}}."}}


def current_twice(tiny: Tiny) -> None:
    tiny.head["event"]["again"] = tiny.event(2, date(2026, 4, 4), "close.first")
    tiny.head["text"]["again"] = paraphrases("Again: the closing line is {{close.first}}.")


def two_values_in_a_note(tiny: Tiny) -> None:
    tiny.head["event"]["agreed"]["carries"] = ["close.first", "close.zero"]
    tiny.head["text"]["agreed"] = paraphrases(
        "The closing line was {{close.zero}} until now, and is {{close.first}}."
    )


def harm_from_elsewhere(tiny: Tiny) -> None:
    tiny.head["text"]["zero"] = paraphrases(
        "In the billing repository the closing line is {{close.zero}}."
    )


def current_is_oldest(tiny: Tiny) -> None:
    tiny.head["event"]["zero"] |= {"date": date(2026, 3, 3), "order": 3}


def newest_is_right(tiny: Tiny) -> None:
    tiny.head["event"]["agreed"] |= {"after": 2, "date": date(2026, 4, 20), "order": 3}


def few_notes(tiny: Tiny) -> None:
    tiny.head["crowd"] = [6, 5]


def oldest_six_suffice(tiny: Tiny) -> None:
    tiny.head |= {"interference": True, "beats": []}
    tiny.head["event"]["zero"]["date"] = date(2026, 2, 28)
    tiny.head["crowd"] = [7, 7]


def check_nobody_fails(tiny: Tiny) -> None:
    tiny.checks.append({"kind": "scope", "files": "tests/test_opening.py", "has": ["unittest"]})


def regression_nobody_fails(tiny: Tiny) -> None:
    del tiny.files["T3-tiny/s3/wrong/quiet/tiny/closing.py"]
    del tiny.files["T3-tiny/s3/wrong/fails.toml"]
    folder = tiny.root / "T3-tiny/s3/wrong"
    if folder.exists():
        shutil.rmtree(folder)


def wrong_tree_is_right(tiny: Tiny) -> None:
    path = "T3-tiny/s3/right/tiny/closing.py"
    tiny.files["T3-tiny/s3/wrong/lazy/tiny/closing.py"] = tiny.files[path]
    tiny.files["T3-tiny/s3/wrong/fails.toml"] = 'lazy = ["presence"]\n'


def wrong_tree_undeclared(tiny: Tiny) -> None:
    tiny.files["T3-tiny/s3/wrong/bad/tiny/closing.py"] = "def opening():\n    return 'B'\n"
    tiny.files["T3-tiny/s3/wrong/fails.toml"] = 'bad = ["presence", "forgetting"]\n'


def warm_check_fails(tiny: Tiny) -> None:
    tiny.warm_checks["two"][0]["is"] = "gamma"


def warm_needs_no_work(tiny: Tiny) -> None:
    tiny.warm_checks["one"] = [{"kind": "presence", "call": "tiny.closing:opening", "is": "BEGIN"}]


def solution_breaks_tests(tiny: Tiny) -> None:
    path = "T3-tiny/s3/right/tiny/closing.py"
    tiny.files[path] = tiny.files[path].replace("BEGIN", "START")


def nothing_depends_on_memory(tiny: Tiny) -> None:
    tiny.checks = [{"kind": "presence", "call": "tiny.closing:opening", "is": "BEGIN"}]


def value_not_shown(tiny: Tiny) -> None:
    tiny.head["text"]["agreed"][1] = f"The closing line stays as it is. {FILLER}"


def sister_slot_of_same_form(tiny: Tiny) -> None:
    tiny.head["slot"]["page"] = {"form": "CL-{5A}-{3D}", "cues": ["export"], "default": "P"}
    tiny.head["text"]["trial"] = paraphrases(
        "N-27: the closing line of an export is {{close.trial}}."
    )


def bank_offers_a_value(tiny: Tiny) -> None:
    tiny.bank["talk0"]["texts"] = paraphrases("Some closing line was CL-aaaaa-111 last year.")


def mark_not_used(tiny: Tiny) -> None:
    tiny.head["event"]["withdrawal"]["mark"] = "strike"


def current_struck(tiny: Tiny) -> None:
    tiny.head["text"]["agreed"] = paraphrases(
        "The closing line {{close.first}} is withdrawn no sooner than May."
    )


def secret_asked(tiny: Tiny) -> None:
    tiny.checks.append(
        {"kind": "presence", "call": "tiny.closing:closing", "args": ["{{close.zero}}"], "is": 1}
    )


def guessable(tiny: Tiny) -> None:
    tiny.head["slot"]["close"]["form"] = "CL-{4D}"


def bare_number(tiny: Tiny) -> None:
    tiny.head["slot"]["close"]["form"] = "{9D}"


def prompt_names_construct(tiny: Tiny) -> None:
    tiny.files["T3-tiny/s3/prompt.md"] = "A task of kind C3: return the line."


def text_too_short(tiny: Tiny) -> None:
    tiny.head["text"]["zero"][2] = "Pilot, closing line: {{close.zero}}."


def order_against_dates(tiny: Tiny) -> None:
    tiny.head["event"]["zero"]["date"] = date(2026, 3, 9)


def named_after_fixture(tiny: Tiny) -> None:
    tiny.head["skeleton"] = "tiny-notice-withdrawn"


BROKEN: list[tuple[Step, Callable[[Tiny], None], str]] = [
    (gates.solution, right_adds_a_letter, "s3-1 fails"),
    (gates.empty, default_is_right, "passes with nothing shown"),
    (gates.says, says_without_cue, "fails with the plain sentences"),
    (gates.alone_literal, current_twice, "2 notes carry every current fact"),
    (gates.alone_literal, two_values_in_a_note, "close.first, close.zero alone fails"),
    (gates.alone_careful, harm_from_elsewhere, "close.zero does not mislead"),
    (gates.oldest_first, current_is_oldest, "passes with all notes, oldest first"),
    (gates.newest_first, newest_is_right, "passes with all notes, newest first"),
    (gates.crowding, few_notes, "5 notes after session 2"),
    (gates.crowding, oldest_six_suffice, "more than half"),
    (gates.replicate, nothing_depends_on_memory, "same outcome"),
    (proofs.checks, check_nobody_fails, "s3-3 (scope) of T3-tiny is failed by no filling"),
    (proofs.checks, regression_nobody_fails, "s3-2 (regression) of T3-tiny is failed by no fill"),
    (proofs.wrong, wrong_tree_is_right, "lazy passes the presence checks"),
    (proofs.wrong, wrong_tree_undeclared, "bad fails regression checks undeclared"),
    (proofs.warm, warm_check_fails, "warm/two: s2-1 fails"),
    (proofs.warm, warm_needs_no_work, "warm/one: its checks pass before any work"),
    (proofs.visible_tests, solution_breaks_tests, "fail after s3"),
    (lint.states, value_not_shown, "text 2 of event agreed does not show {{close.first}}"),
    (lint.forms, value_of_another_form, "has the form of slot page"),
    (lint.minted_once, sister_slot_of_same_form, "for page"),
    (lint.ordinary, bank_offers_a_value, "ordinary note talk0 offers"),
    (lint.minted_once, bank_offers_a_value, "an ordinary note offers"),
    (lint.marks, mark_not_used, "does not use the mark strike"),
    (lint.marks, current_struck, "struck the current"),
    (lint.secrets, secret_asked, "close.zero"),
    (lint.entropy, guessable, "13.3 bits"),
    (lint.entropy, bare_number, "needs a frame"),
    (lint.leaks, prompt_names_construct, "the prompt of s3 names 'C3'"),
    (lint.texts, text_too_short, "text 3 of event zero has 4 words"),
    (lint.skeleton, named_after_fixture, "begins with the fixture's name tiny"),
    (lint.order, order_against_dates, "event agreed comes after zero"),
]


@pytest.mark.parametrize(
    ("step", "broken", "said"), BROKEN, ids=[f"{s.__name__}-{b.__name__}" for s, b, _ in BROKEN]
)
def test_broken_trap_fails(
    step: Step, broken: Callable[[Tiny], None], said: str, tiny: Tiny, bench: Bench
) -> None:
    assert step(Course(tiny.load(), bench)).passed
    broken(tiny)
    result = step(Course(tiny.load(), bench))
    assert not result.passed
    assert said in result.detail
    assert result.trap == "T3-tiny"


def test_every_step_is_broken_somewhere() -> None:
    broken = {step.__name__ for step, _, _ in BROKEN}
    steps = {step.__name__ for step in (*gates.GATES, *proofs.PROOFS, *lint.LINTS)}
    assert steps - broken == {"hoarder", "cues"}  # recorded; and refused by the loader


def test_cues_lint(tiny: Tiny, bench: Bench) -> None:
    trap = tiny.load()
    texts = {**trap.texts, "zero": (*trap.texts["zero"][:2], "No word of it: {{close.zero}}.")}
    result = lint.cues(Course(trap.model_copy(update={"texts": texts}), bench))
    assert (
        "text 3 of event zero holds no cue of slot close: use one of 'closing line'"
        in result.detail
    )


def test_minted_value_in_a_prompt_is_a_leak(tiny: Tiny, bench: Bench) -> None:
    trap = tiny.load()
    value = Course(trap, bench).instance(1).values["close.first"]
    last = trap.sessions[-1].model_copy(update={"prompt": f"Use {value}."})
    told = trap.model_copy(update={"sessions": (*trap.sessions[:-1], last)})
    assert "the prompt of s3 holds the minted" in lint.leaks(Course(told, bench)).detail
