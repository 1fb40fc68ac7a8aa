"""Writing the sheets: one self-contained HTML page a trap, and one CSV to fill.

Sheets are blind: construct, trap id and the author's reasons are left out, so that a reviewer's
label is a judgement and not an echo.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from html import escape
from pathlib import Path

from ...errors import BadInput
from ..mint import Instance, mint
from ..tell import checked
from ..template import Template
from .questions import CONSTRUCTS, HEADS, QUESTIONS, sheet_id

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:46em;margin:2em auto;padding:0 1em}"
    "pre{background:#f4f4f4;padding:.8em;overflow:auto;white-space:pre-wrap}"
    "blockquote{border-left:3px solid #999;margin:.8em 0;padding:.1em 1em}"
    "p.head{color:#555;margin-bottom:0}.fact{background:#fff3c4}"
)


def write_sheets(traps: Iterable[Template], folder: Path, key: bytes, seed: int = 1) -> list[Path]:
    """Write a page per trap and ``review.csv``; what stands there already is not overwritten."""
    folder.mkdir(parents=True, exist_ok=True)
    table = folder / "review.csv"
    if table.exists():
        raise BadInput(f"{table} exists: it may be filled in; move it away or use another --out")
    by_sheet = sorted((sheet_id(trap), trap) for trap in traps)
    written = []
    for name, trap in by_sheet:
        path = folder / f"{name}.html"
        path.write_text(page(name, mint(trap, key, seed)), encoding="utf-8")
        written.append(path)
    with table.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(HEADS)
        writer.writerows([name, *[""] * (len(HEADS) - 1)] for name, _ in by_sheet)
    return [*written, table]


def page(name: str, instance: Instance) -> str:
    """One trap as a page: what happens, then (folded) what is sealed, then the questions."""
    trap = instance.template
    body = [f"<h1>{name}</h1><p>A task in the repository <b>{escape(trap.fixture.name)}</b>.</p>"]
    for number, session in enumerate(trap.sessions, start=1):
        last = number == len(trap.sessions)
        start = " (starts from the clean repository)" if last and trap.start == "clean" else ""
        body.append(f"<h2>Session {number}{start}</h2><pre>{escape(session.prompt)}</pre>")
        if not last:
            body.append("<p>Afterwards these notes arrive:</p>")
            body += [_note(instance, note.id) for note in instance.notes[number - 1]]
    body.append(f"<details><summary>Checks and solution</summary>{_sealed(instance)}</details>")
    body.append("<h2>Questions</h2><p>Answer in <code>review.csv</code>, in the row of this sheet; "
                "leave empty what you cannot judge.</p>")  # fmt: skip
    body += [
        f"<p><b>{column}</b>: {escape(question)} ({', '.join(answers)})</p>"
        for column, (question, answers) in QUESTIONS.items()
    ]
    rows = "".join(f"<dt>{code}</dt><dd>{escape(what)}</dd>" for code, what in CONSTRUCTS.items())
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{name}</title>'
        f"<style>{_STYLE}</style><body>{''.join(body)}<dl>{rows}</dl></body></html>\n"
    )


def _note(instance: Instance, note_id: str) -> str:
    note = next(note for note in instance.all_notes() if note.id == note_id)
    fact = ' class="fact"' if instance.carried[note_id] else ""
    about = "" if note.about == instance.template.fixture.name else f", about {escape(note.about)}"
    return (
        f'<p class="head">{note.date}, {escape(note.author)}{about}</p>'
        f"<blockquote{fact}>{escape(note.text)}</blockquote>"
    )


def _sealed(instance: Instance) -> str:
    last = len(instance.template.sessions)
    asked = "\n".join(f"[{c.kind}] {checked(c)}" for c in instance.session_checks(last))
    fills = "\n".join(f"{slot}: {value}" for slot, value in instance.solution().items())
    files = "".join(
        f"<p>{escape(path)}</p><pre>{escape(text)}</pre>"
        for path, text in instance.template.sessions[-1].right.items()
    )
    return (
        f"<p>Notes that carry a fact are coloured above.</p><pre>{escape(asked)}</pre>"
        f"<p>Right fillings</p><pre>{escape(fills)}</pre>{files}"
    )
