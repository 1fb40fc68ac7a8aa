"""The leakage scan finds what is planted, and nothing in the shipped traps."""

from __future__ import annotations

from dataclasses import replace

from dreambench_lib.harness.audit import leak_scan
from dreambench_lib.memory.context import render
from dreambench_lib.traps.leakage import labels_shown, values_astray
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import mint

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
