"""What frozen runs depend on: five conditions recall, byte for byte, what they did when recorded.

`frozen_recalls.json` was written by this file run as a program, before the room was widened.
"""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest

from dreambench_lib.canonical import canonical, sha256
from dreambench_lib.harness.ideal import Ideal
from dreambench_lib.memory.conditions import build, condition
from dreambench_lib.memory.protocol import Memory, Space
from dreambench_lib.records import Episode, Note, Query

RECORDED = Path(__file__).with_name("frozen_recalls.json")
NAMES = ("B0", "B5", "recency-only", "DF-hybrid-rules", "ideal")

# Per history and session: (author, about, month, text).
HISTORIES: dict[str, list[list[tuple[str, str, int, str]]]] = {
    "update": [
        [
            ("carrier", "ledger", 1, "Notice N-204: the closing line is QX-8fK2a-113."),
            ("reviewer", "ledger", 1, "The header id is HX-1-22. The footer is FT-9-a."),
            ("finance office", "ledger", 2, "We moved the stand-up to the afternoon."),
        ],
        [
            ("carrier", "ledger", 3, "The closing line becomes QX-77bZq-904 from now on."),
            ("reviewer", "ledger", 3, "Use FT-9-b instead of FT-9-a for the footer."),
        ],
    ],
    "withdrawn": [
        [
            ("carrier", "ledger", 1, "Notice N-10: the marker is MK-1-a."),
            ("carrier", "ledger", 2, "Notice N-11: the marker becomes MK-2-b."),
            ("operations", "ledger", 2, "Incident INC-31: exports hung. We set PAGE_SIZE to 40."),
        ],
        [
            ("carrier", "ledger", 3, "Notice N-11 is withdrawn."),
            ("operations", "ledger", 4, "Incident INC-31 was closed as misdiagnosed."),
        ],
    ],
    "scope": [
        [
            ("carrier", "ledger", 1, "Notice N-7: use SX-11-a as the suffix."),
            ("carrier", "courier", 1, "In courier the suffix is SX-99-z."),
            ("reviewer", "ledger", 2, "For this release only, the retry limit is 40."),
        ],
        [
            ("carrier", "ledger", 2, "Notice N-7 applies to the express channel only."),
            ("reviewer", "ledger", 3, "The header id is HX-4-1 until 2026-03-01."),
            ("reviewer", "ledger", 4, "Only in src/io.py the encoding is latin-1."),
        ],
    ],
    "authority": [
        [
            ("carrier", "ledger", 1, "The closing line is QX-1-a."),
            ("reviewer", "ledger", 2, "The closing line is QX-2-b."),
            ("finance office", "ledger", 2, "The carrier wins over the reviewer."),
        ],
        [
            ("carrier", "ledger", 3, "The batch size is 25."),
            ("finance office", "ledger", 3, "The batch size is 30."),
            ("guest", "ledger", 3, "Maybe the batch size could perhaps be 70? I think so."),
        ],
    ],
    "procedure": [
        [
            ("reviewer", "ledger", 1, "Never edit docs/report.md by hand; change src/report.tmpl."),
            ("reviewer", "ledger", 1, "Run tools/generate.py after every change of render_footer."),
        ],
        [("reviewer", "ledger", 2, "In our sister repository nothing changes.\nBye → all.")],
        [],
    ],
}
QUERIES = [
    ("Print the closing line in render_footer()", ("src/footer.py",)),
    ("Send the suffix on the express channel and set the batch size", ("src/io.py", "a/b.py")),
    ("Regenerate the report from src/report.tmpl", ()),
]


def episodes(history: str) -> list[Episode]:
    return [
        Episode(
            id=f"e{history}{number}",
            project="ledger",
            session=number,
            prompt=QUERIES[number % 3][0],
            context="",
            diff="--- a/src/footer.py\n+++ b/src/footer.py\n@@ -1 +1 @@\n-END\n+STOP\n",
            output="done",
            notes=tuple(
                Note(
                    id="n" + sha256([history, number, place])[:10],
                    text=text,
                    session=number,
                    date=f"2026-0{month}-1{place}",
                    author=author,
                    about=about,
                )
                for place, (author, about, month, text) in enumerate(notes)
            ),
        )
        for number, notes in enumerate(HISTORIES[history], start=1)
    ]


def memory(name: str, history: str, folder: Path) -> Memory:
    if name != "ideal":
        return build(condition(name), Space(folder, "frozen"))
    notes = [note for episode in episodes(history) for note in episode.notes]
    says = [(note.id, f"Says: {note.text}", (note.id,)) for note in notes[::2]]
    instance: Any = SimpleNamespace(says=lambda: says)
    return Ideal(instance)


def recalls(name: str, history: str, folder: Path) -> list[str]:
    """Canonical recalls of every query after every session."""
    made, lines = memory(name, history, folder), []
    for episode in episodes(history):
        made.write(episode)
        made.sleep()
        for prompt, files in QUERIES:
            query = Query(project="ledger", session=episode.session + 1, prompt=prompt, files=files)
            lines.append(canonical([recall.model_dump(mode="json") for recall in made.read(query)]))
    return lines


@pytest.mark.parametrize(("name", "history"), list(product(NAMES, HISTORIES)))
def test_recalls_are_those_of_the_frozen_runs(name: str, history: str, tmp_path: Path) -> None:
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    assert recalls(name, history, tmp_path) == recorded[f"{name} {history}"]


if __name__ == "__main__":
    found = {}
    for name, history in product(NAMES, HISTORIES):
        with TemporaryDirectory() as folder:
            found[f"{name} {history}"] = recalls(name, history, Path(folder))
    if RECORDED.exists():
        sys.exit("already recorded: a change of these bytes breaks frozen runs")
    RECORDED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
