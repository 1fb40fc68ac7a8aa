"""The mutation table: every check is failed by a wrong filling or a stored wrong tree.

That this holds for each shipped trap is the gate ``checks``, asked in `test_shipped`.
"""

from __future__ import annotations

from dreambench_lib.harness.admit import each_course
from dreambench_lib.harness.audit import warm_rows, warm_up_traps
from dreambench_lib.traps.bench import Bench, Course
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mutants import failing, wrong_trees
from dreambench_lib.traps.mutation import Mutation, mutation, together, unproved

from .conftest import KEY, Tiny


def lines(tiny: Tiny, bench: Bench) -> dict[str, Mutation]:
    return {line.check: line for line in mutation(Course(tiny.load(), bench))}


def test_mutants_by_hand(tiny: Tiny, bench: Bench) -> None:
    found = lines(tiny, bench)
    # the default, zero, trial, notice and page in the one slot; all defaults; the wrong tree
    assert {line.mutants for line in found.values()} == {7}
    assert (found["s3-1"].killed, found["s3-1"].by) == (6, "close = default")
    zero = found["s3-1-not-close.zero"]
    assert (zero.killed, zero.by) == (1, "close = zero")
    assert (found["s3-2"].killed, found["s3-2"].by) == (1, "wrong/quiet")
    assert all(line.solution for line in found.values())
    assert together(found.values()) == []
    assert unproved(found.values()) == []


def test_checks_that_fail_only_together_are_listed(tiny: Tiny, bench: Bench) -> None:
    tiny.checks.append({**tiny.checks[0], "has": ["{{close.first}}"]})
    found = lines(tiny, bench)
    assert found["s3-1"].together == ("s3-3",)
    groups = together(found.values())
    assert ("T3-tiny", ("s3-1", "s3-3")) in groups
    assert all("s3-2" not in checks for _, checks in groups)


def test_a_check_that_nothing_fails_and_one_that_the_solution_fails(
    tiny: Tiny, bench: Bench
) -> None:
    del tiny.files["T3-tiny/s3/wrong/quiet/tiny/closing.py"]
    del tiny.files["T3-tiny/s3/wrong/fails.toml"]
    tiny.checks[0]["is"] = "{{close.trial}}"
    assert unproved(lines(tiny, bench).values()) == [
        "check s3-1 (presence) of T3-tiny is failed by the solution",
        "check s3-2 (regression) of T3-tiny is failed by no filling and no wrong tree: add one",
    ]


def _warm_kinds(course: Course) -> list[tuple[str, set[str], set[str]]]:
    """(wrong tree, kinds declared, kinds failed) of the warm-up sessions."""
    instance, out = course.instance(course.bench.seeds[0]), []
    for number, source in enumerate(course.template.sessions[:-1], start=1):
        for name, tree in wrong_trees(course, instance, number):
            out.append((name, {*source.fails[name]}, failing(course, instance, tree, number)[1]))
    return out


def test_every_check_of_every_warm_up_is_failed_by_something() -> None:
    traps = warm_up_traps(load_traps())
    warm = [Mutation(**row) for row in warm_rows(traps, KEY.hex(), 1)]
    assert len({(line.trap_id, line.source) for line in warm}) == 12
    assert unproved(warm) == []
    for _, found in each_course(traps, KEY.hex(), 1, _warm_kinds, workers=1):
        assert found
        assert all(declared == kinds for _, declared, kinds in found)
