"""Gates that prove the checks: everything that can be tried by running them on known trees."""

from __future__ import annotations

from collections.abc import Callable

from ..trees import Entry
from .bench import Course, GateResult, governing
from .checks import Check, Run
from .mutants import failing, wrong_trees
from .mutation import mutation, unproved

Proof = Callable[[Course], GateResult]
_TEST_FILE = b"visible_tests_of_this_tree.py"
_PASSED = "the visible tests passed"
_TEST_CODE = """\
import runpy, sys
sys.argv = {argv!r}
try:
    runpy.run_module({module!r}, run_name="__main__", alter_sys=True)
except SystemExit as end:
    if end.code not in (None, 0, False):
        raise
print({passed!r})
"""


def checks(course: Course) -> GateResult:
    """Each check of the last session is failed by some filling or by a named wrong tree."""
    return course.result("checks", unproved(mutation(course)))


def wrong(course: Course) -> GateResult:
    """Wrong trees fail the kinds they declare and no others; a wrong way's files fail something."""
    instance = course.instance(course.bench.seeds[0])
    faults = []
    session, last = course.template.sessions[-1], len(course.template.sessions)
    for name, tree in wrong_trees(course, instance, last):
        declared = set(session.fails[name])
        kinds = failing(course, instance, tree, last)[1]
        if not declared:
            faults.append(f"wrong tree {name} declares no kind: write wrong/fails.toml")
        for kind in sorted(declared - kinds):
            faults.append(f"wrong tree {name} passes the {kind} checks it should fail")
        for kind in sorted(kinds - declared):
            faults.append(f"wrong tree {name} fails {kind} checks undeclared: add it to fails.toml")
    right = instance.solution()
    for overlay in session.overlays:
        slot, _, way = overlay.partition("=")
        if slot not in right:
            faults.append(f"overlay {overlay}: there is no slot {slot!r}")
        elif right[slot] != way and governing(course.template):
            if course.last(instance, {**right, slot: way}).passed:
                faults.append(f"overlay {overlay} passes every check")
    return course.result("wrong", faults)


def warm(course: Course) -> GateResult:
    """Each warm-up's checks pass with its right files, and some fail before the work."""
    instance, faults = course.instance(course.bench.seeds[0]), []
    for number, source in enumerate(course.template.sessions[:-1], start=1):
        asked = instance.session_checks(number)
        if not asked:
            faults.append(f"session {source.source} has no checks")
            continue
        tree = course.solved(instance, number, instance.solution())
        for check in course.judged(asked, tree).checks:
            if not check.passed:
                faults.append(f"{source.source}: {check.id} fails: {check.reason}")
        if course.judged(asked, course.before(instance, number)).passed:
            faults.append(f"{source.source}: its checks pass before any work")
    return course.result("warm", faults)


def visible_tests(course: Course) -> GateResult:
    """The fixture's visible tests pass on the clean tree and after each session's solution."""
    argv = course.template.fixture.test
    if argv[:2] != ("python", "-m") or len(argv) < 3:
        return course.result("visible-tests", ["'test' must be a command python -m MODULE …"])
    code = _TEST_CODE.format(argv=list(argv[2:]), module=argv[2], passed=_PASSED)
    check = Check(
        id="visible",
        kind="regression",
        session=1,
        probe=Run(argv=("python", _TEST_FILE.decode())),
        has=(_PASSED,),
    )
    instance = course.instance(course.bench.seeds[0])
    trees = {"the clean tree": instance.base}
    for number, source in enumerate(course.template.sessions, start=1):
        trees[source.source] = course.solved(instance, number, instance.solution())
    faults = []
    for place, tree in trees.items():
        tested = {**tree, _TEST_FILE: Entry("file", code.encode())}
        if not (verdict := course.judged([check], tested)).passed:
            faults.append(f"the visible tests fail after {place}: {verdict.checks[0].reason}")
    return course.result("visible-tests", faults)


PROOFS: tuple[Proof, ...] = (checks, wrong, warm, visible_tests)
