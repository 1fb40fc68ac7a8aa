"""The leakage scan finds what is planted, and nothing in the shipped traps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from dreambench_lib.agents.protocol import Task, Workspace
from dreambench_lib.harness import cell
from dreambench_lib.harness.audit import leak_scan
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.memory.context import render
from dreambench_lib.records import Budget, CellKey, Verdict, WorkLog
from dreambench_lib.traps.checks import Check
from dreambench_lib.traps.leakage import headers, labels_shown, patterns, secrets_of, values_astray
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import Instance, mint
from dreambench_lib.trees import Tree

from .conftest import Tiny

KEY = bytes(range(32))


def test_the_shipped_traps_leak_nothing() -> None:
    assert leak_scan(load_traps(), KEY.hex(), 2) == []


def test_a_value_in_another_instances_notes_is_found(tiny: Tiny) -> None:
    one, two = (mint(tiny.load(), KEY, seed) for seed in (1, 2))
    assert values_astray([one, two]) == []
    first, *rest = two.notes[0]
    told = first.model_copy(update={"text": f"Use {one.values['close.trial']}."})
    leaking = replace(two, notes=((told, *rest), two.notes[1]))
    (leak,) = values_astray([one, leaking])
    assert leak.what == f"close.trial = {one.values['close.trial']}"
    assert (leak.seed, leak.where) == (1, "notes of T3-tiny, seed 2")


def test_a_value_in_a_file_or_prompt_is_found(tiny: Tiny) -> None:
    value = mint(tiny.load(), KEY, 1).values["close.zero"]
    tiny.files["T3-tiny/s3/prompt.md"] += f" It was {value}."
    (leak,) = values_astray([mint(tiny.load(), KEY, 1)])
    assert leak.where == "prompt of s3 of T3-tiny"


def test_labels_in_what_the_harness_shows_are_found(tiny: Tiny) -> None:
    instance = mint(tiny.load(), KEY, 1)
    labels = {"B5", "ideal"}
    assert labels_shown([instance], labels, render) == []
    first, *rest = instance.notes[0]
    noted = first.model_copy(update={"author": "C3 desk", "text": "An ideal day, room C3."})
    marked = replace(instance, notes=((noted, *rest), instance.notes[1]))
    # a note may say C3 or ideal by chance, a header may not
    assert [(leak.what, leak.where) for leak in labels_shown([marked], labels, render)] == [
        ("C3", "context header")
    ]
    named = replace(instance, token="T3-tiny-1", notes=((
        first.model_copy(update={"text": "As in T3-tiny, and like B5."}), *rest,
    ),))  # fmt: skip
    found = {(leak.what, leak.where) for leak in labels_shown([named], labels, render)}
    assert found == {("T3-tiny", f"note {first.id}")}
    opaque = replace(instance, token="C3")
    assert labels_shown([opaque], labels, render)[0].where == "task token"


def test_labels_in_paths_note_ids_and_files_are_found(tiny: Tiny) -> None:
    def found(instance: Instance) -> set[tuple[str, str]]:
        return {(x.what, x.where) for x in labels_shown([instance], {"B5", "ideal"}, render)}

    clean = mint(tiny.load(), KEY, 1)
    first, *rest = clean.notes[0]
    other = first.model_copy(update={"id": "ideal"})
    named = replace(clean, notes=((other, *rest), clean.notes[1]))
    assert found(named) == {("ideal", "ids of notes")}
    tiny.files["fixtures/tiny/repo/tiny/more.py"] = "PLACE = 'B5, an ideal one, row C3'\n"
    tiny.files["fixtures/tiny/repo/C3/note.txt"] = "nothing\n"
    # in a file's text C3 and ideal may stand by chance, in a path they may not
    assert found(mint(tiny.load(), KEY, 1)) == {("B5", "tiny/tiny/more.py"), ("C3", "paths")}


class Recorder:
    """An agent that does nothing and keeps what it was handed."""

    tier = "test"

    def __init__(self) -> None:
        self.handed: list[tuple[Task, Tree]] = []

    def work(self, workspace: Workspace, task: Task) -> WorkLog:
        self.handed.append((task, dict(workspace.tree)))
        return WorkLog(output="")


def _unjudged(checks: Sequence[Check], tree: Tree) -> Verdict:
    return Verdict(checks=())


@pytest.mark.parametrize("condition", ["B5", "DF-hybrid-rules", "ideal"])
def test_what_cells_hand_to_agents_over_all_traps(
    condition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Real cells of every trap: no label in the harness's bytes, values only where carried."""
    traps = load_traps()
    strict, plain = patterns({*traps}, {*CONDITIONS})
    instances = {name: mint(trap, KEY, 1) for name, trap in traps.items()}
    owners = {v: name for name, i in instances.items() for v in secrets_of(i).values()}
    for name, instance in instances.items():
        recorder = Recorder()
        monkeypatch.setattr(cell, "make_agent", lambda _, recorder=recorder: recorder)
        key = CellKey(condition=condition, agent="reader-literal", trap_id=name, seed=1)
        cell.run_cell(key, instance, _unjudged, Budget(), "0" * 64)
        assert len(recorder.handed) == len(traps[name].sessions)
        for task, tree in recorder.handed:
            ours = "\n".join([headers(task.context), task.token, task.project])
            ours += "\n".join(path.decode() for path in tree)
            theirs = "\n".join([task.prompt, task.context])
            theirs += "\n".join(entry.data.decode() for entry in tree.values())
            assert not strict.search(ours)
            assert not plain.search(theirs)
            assert {owners[v] for v in owners if v in theirs} <= {name}
