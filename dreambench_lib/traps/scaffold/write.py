"""Writing a skeleton to disk, whole or not at all."""

from __future__ import annotations

import re
import shutil
from datetime import date, timedelta
from pathlib import Path

from ...errors import BadInput, unknown
from ..load import ROOT, load_fixture, load_trap
from ..template import HURTS
from .stories import STORIES, Story, Told

_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_SOURCE = '''"""TODO: what the last session adds, in the module where it belongs."""


def mark():
    return "{{{{mark}}}}"
{more}'''


def scaffold(root: Path, construct: str, fixture: str, name: str) -> Path:
    """Write a skeleton ``root/construct-name`` that loads; returns its folder.

    Its sentences and its check are placeholders: `dreambench traps check` says what is still open.
    A folder of private traps that lacks a fixture of the project gets a copy of it.
    """
    if construct not in STORIES:
        raise unknown("construct", construct, STORIES)
    if not _SLUG.fullmatch(name):
        raise BadInput(f"name {name!r} is no slug: use small letters, digits and single hyphens")
    folder = root / f"{construct}-{name}"
    if folder.exists():
        raise BadInput(f"{folder.name} exists already: choose another --name")
    shelf = _shelf(root, fixture)
    load_fixture(shelf)
    warm = sorted(path.name for path in (shelf / "warm").glob("*"))
    if len(warm) < 2:
        raise BadInput(f"fixture {fixture} has {len(warm)} warm-up sessions: write two first")
    copy = root / "fixtures" / fixture
    made = [place for place in (root, copy.parent, copy, folder) if not place.exists()]
    try:
        if shelf.parent != root / "fixtures":
            shutil.copytree(shelf, copy)
        for path, text in _files(construct, fixture, warm[:2], name).items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        load_trap(folder)
    except BaseException:
        for place in made:
            shutil.rmtree(place, ignore_errors=True)
        raise
    return folder


def _shelf(root: Path, fixture: str) -> Path:
    """The folder's own fixture, else the project's of that name."""
    places = [root / "fixtures", ROOT / "fixtures"]
    for place in places:
        if (place / fixture).is_dir():
            return place / fixture
    known = {path.name for place in places for path in place.glob("*") if path.is_dir()}
    raise unknown("fixture", fixture, sorted(known))


def _files(construct: str, fixture: str, warm: list[str], name: str) -> dict[str, str]:
    story = STORIES[construct]
    slots = [slot.split(" = ")[0] for slot in story.slots]
    more = "".join(
        f'\n\ndef {slot}():\n    return "{{{{{slot}}}}}"\n' for slot in slots if slot != "mark"
    )
    return {
        "trap.toml": _trap(construct, fixture, warm, name, story),
        "checks.toml": "\n".join(_check(construct, story, slot) for slot in slots),
        "s3/prompt.md": "TODO: a task as a maintainer would ask for it; no word about memory.\n",
        "s3/right/todo.py": _SOURCE.format(more=more),
    }


def _check(construct: str, story: Story, slot: str) -> str:
    wanted = re.search(rf'^{slot} = .*?(\w+) = "current"', story.facts, re.MULTILINE)
    expected = f"{{{{{slot}.{wanted[1]}}}}}" if wanted else "MARK"
    return f'[[check]]\nkind = "presence"\ncall = "todo:{slot}"\nis = "{expected}"\n'


def _trap(construct: str, fixture: str, warm: list[str], name: str, story: Story) -> str:
    sessions = ", ".join(f'"warm/{each}"' for each in warm)
    current = re.findall(r'^(\w+) = .*?(\w+) = "current"', story.facts, re.MULTILINE)
    sentence = {
        "mark": "The reference mark is {{mark.%s}}.",
        "desk": "The inquiry desk is {{desk.%s}}.",
    }
    says = "".join(
        f'{slot}.{fact} = "{sentence[slot] % fact}"\n'
        if slot in sentence
        else f'{slot}.{fact} = "The reference mark is printed from the table."\n'
        for slot, fact in current
    )
    if construct == "C9":
        says = 'mark.cause = "No reference mark is needed."\n'
    start = date(2026, 3, 2)
    days = [start + timedelta(days=9 * n) for n in range(len(story.events))]
    return f'''construct = "{construct}"
set = "core"
skeleton = "TODO-{name}"
fixture = "{fixture}"
why = "TODO: one sentence on why replaying a note is not enough."
beats = {story.beats}
sessions = [{sessions}, "s3"]
start = "{"clean" if construct in HURTS else "continue"}"
opens = ["todo.py"]
crowd = [8, 8]

[slot]
{chr(10).join(story.slots)}

{story.more}
[fact]
{story.facts}

[says]
{says}
[event]
{"".join(map(_event, story.events, days))}
[text]
{"".join(map(_texts, story.events))}'''


def _event(event: Told, day: date) -> str:
    carries = ", ".join(f'"{fact}"' for fact in event.carries)
    more = f", {event.more}" if event.more else ""
    return (
        f"{event.name} = {{after = {event.after}, date = {day}, by = \"carrier\", "
        f"carries = [{carries}]{more}}}\n"
    )  # fmt: skip


def _texts(event: Told) -> str:
    rows = "".join(f' "TODO {number}. {event.sentence}",\n' for number in (1, 2, 3))
    return f"{event.name} = [\n{rows}]\n"
