"""`reader-llm`: a model reads prompt and context and names slot values; the code is ours.

It stands between the simulated readers and full agents: what differs between conditions is how a
model *reads* what memory brought, not how it writes code. One short call per session with slots.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from dreambench_lib.agents.llm.prompts import filled
from dreambench_lib.agents.protocol import SlotKit, Task, Workspace
from dreambench_lib.errors import BadInput
from dreambench_lib.records import WorkLog
from dreambench_lib.traps.slots import Slot, names_in
from dreambench_lib.traps.solve import solution_files

LONGEST = 200
"""Characters of one value."""
_ATOM = re.compile(r"\{(\d+)([A-Z])\}")
_CLASSES = {
    "A": "letters or digits", "L": "small letters", "U": "capital letters", "D": "digits",
    "H": "hexadecimal digits",
}  # fmt: skip
_UNFIT = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")


class ReaderLLM:
    """Asks the run's model for the session's open slots."""

    tier = "reader with a model"
    needs_model = True

    def work(self, workspace: Workspace, task: Task) -> WorkLog:
        """Write the session's files with the slots as the model fills them."""
        if task.kit is None or task.model is None:
            raise BadInput("reader-llm needs a model: name one with --model and --base-url")
        slots = asked_for(task.kit)
        answer, error = ({}, None) if not slots else _ask(task, slots)
        if error:
            return WorkLog(output=error, error=error)
        fills = {slot.name: slot.default for slot in task.kit.slots} | answer
        files = solution_files(task.kit.source, fills)
        for path, text in files.items():
            workspace.write(path, text)
        return WorkLog(
            output=f"Wrote {', '.join(sorted(files)) or 'nothing'}.",
            fills=tuple(sorted((name, fills[name]) for name in (slot.name for slot in slots))),
        )


def asked_for(kit: SlotKit) -> tuple[Slot, ...]:
    """The slots that decide what the session's files say."""
    groups = [kit.source.right, *kit.source.overlays.values()]
    named = {name for files in groups for text in files.values() for name in names_in(text)}
    named |= {overlay.partition("=")[0] for overlay in kit.source.overlays}
    return tuple(slot for slot in kit.slots if slot.name in named)


def schema(slots: Iterable[Slot]) -> dict[str, Any]:
    """The JSON schema of an answer: each slot a text (or one of its ways), or null."""
    fields: dict[str, Any] = {}
    for slot in slots:
        value = {"type": "string"} | ({"enum": list(slot.ways)} if slot.ways else {})
        fields[slot.name] = {"anyOf": [value, {"type": "null"}]}
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def question(task: Task, slots: tuple[Slot, ...]) -> str:
    """What the model is told."""
    return filled(
        "reader",
        project=task.project,
        prompt=task.prompt.strip(),
        context=f"\n{task.context.strip()}\n" if task.context else "",
        details="\n".join(map(_detail, slots)),
        keys=", ".join(slot.name for slot in slots),
    )


def _detail(slot: Slot) -> str:
    said = f"- {slot.name} (the {', '.join(slot.cues)}): "
    if slot.form is not None:
        said += f"a text of the form {_ATOM.sub(lambda a: f'<{a[1]} {_CLASSES[a[2]]}>', slot.form)}"
    else:
        said += "one of " + ", ".join(_way(slot, way) for way in slot.ways)
    # Quoted as JSON, so that an empty text can be seen.
    return f"{said}; otherwise {json.dumps(slot.default, ensure_ascii=False)}"


def _way(slot: Slot, way: str) -> str:
    worded = slot.wordings.get(way, ())
    return json.dumps(way) + (f" (as in: {worded[0]})" if worded else "")


def _ask(task: Task, slots: tuple[Slot, ...]) -> tuple[dict[str, str], str | None]:
    """The values that the model gives, or what is wrong with its answer."""
    assert task.model is not None
    messages = [{"role": "user", "content": question(task, slots)}]
    reply = task.model.complete(messages, schema(slots))
    if reply.cut:
        return {}, "the model's answer was cut at its token limit"
    try:
        said = json.loads(reply.text)
    except (ValueError, RecursionError):
        return {}, "the model's answer is no JSON"
    names = {slot.name for slot in slots}
    if not isinstance(said, dict) or said.keys() != names:
        return {}, f"the model's answer has other keys than {', '.join(sorted(names))}"
    for slot in slots:
        if said[slot.name] is not None and not _fits(said[slot.name], slot):
            return {}, f"the model's answer for {slot.name} is no value it can have"
    return {name: value for name, value in said.items() if value is not None}, None


def _fits(value: Any, slot: Slot) -> bool:
    if not isinstance(value, str) or len(value) > LONGEST or _UNFIT.search(value):
        return False
    return value in slot.ways if slot.ways else True
