"""The readers, the context format and the marks, put together for the traps' gates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from dreambench_lib.agents import marks
from dreambench_lib.agents.readers.careful import Careful
from dreambench_lib.agents.readers.linking import Linking
from dreambench_lib.agents.readers.literal import Literal
from dreambench_lib.agents.readers.reader import Reader
from dreambench_lib.memory.context import render
from dreambench_lib.traps.bench import Bench, Judge
from dreambench_lib.traps.template import Template


def reads(reader: Reader) -> Callable[[Template, str], Mapping[str, str]]:
    """How the gates call a reader in a trap's last session."""

    def fills(trap: Template, context: str) -> Mapping[str, str]:
        prompt = trap.sessions[-1].prompt
        return reader.fills(context, trap.slots, trap.fixture.name, prompt)

    return fills


def reader_bench(judge: Judge, key: bytes, seeds: Iterable[int]) -> Bench:
    """A bench with all simulated readers, for `traps.admission.examine`."""
    readers = {"literal": Literal(), "careful": Careful(), "linking": Linking()}
    return Bench(
        judge=judge,
        readers={name: reads(reader) for name, reader in readers.items()},
        render=render,
        marks=marks,
        key=key,
        seeds=tuple(seeds),
    )
