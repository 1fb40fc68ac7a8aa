"""The one context format, for every memory: a header per item, then its text, indented.

Headers stand in column 0 and text never does, so no text can pass itself off as another item.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, get_args

from dreambench_lib.memory.remember import remembered
from dreambench_lib.records import Episode, Lifecycle, Note, ShownItem

TITLE = "Notes from earlier work, as they were found"
INDENT = "  "

# All boundaries that `str.splitlines` or a file reader may take for a line break.
_BREAK = re.compile("(\r\n|[\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029])")
_INDENTED = re.compile(_BREAK.pattern + INDENT)
_TITLE = re.compile(rf"{TITLE} \(\d+\):")
_HEADER = re.compile(
    r"\[(?P<rank>\d+)\] session (?P<sessions>unknown|\d+(?:, \d+)*)(?P<rest>(?: \| [^|\n]+)*)"
    rf" \| (?P<status>{'|'.join(get_args(Lifecycle))})"
)


class ContextItem(NamedTuple):
    """One item of a context, as whoever reads it sees it."""

    rank: int
    """Its number in the context, from 1."""
    text: str
    sessions: tuple[int, ...]
    """Empty where the memory lost it."""
    dates: tuple[str, ...]
    authors: tuple[str, ...]
    abouts: tuple[str, ...]
    status: Lifecycle


def render(
    shown: Sequence[ShownItem],
    notes: Mapping[str, Note],
    episodes: Mapping[str, Episode] | None = None,
) -> str:
    """The context text; empty when nothing is shown.

    Args:
        shown: The outcome of `budget.cut`; items that are not shown are passed over.
        notes: Every note that has arrived, by id: headers are made from the items' sources.
        episodes: Episodes by id; one gives its session and project, but no author or date.
            Sources that are neither give nothing.
    """
    items = [item for item in shown if item.shown]
    if not items:
        return ""
    blocks = [f"{TITLE} ({len(items)}):"]
    for number, item in enumerate(items, start=1):
        header = _header(_origins(item.sources, notes, episodes or {}))
        blocks.append(f"[{number}] {header} | {item.status}\n{_indent(item.text)}")
    return "\n\n".join(blocks) + "\n"


def parse(text: str) -> list[ContextItem]:
    """The items of a rendered context, in order; whatever is not in the format is passed over.

    >>> parse(TITLE + " (1):\\n\\n[1] session 1 | active\\n  hi")[0].text
    'hi'
    """
    lines = text.split("\n")
    if not _TITLE.fullmatch(lines[0]):
        return []
    found: list[tuple[re.Match[str], list[str]]] = []
    for line in lines[1:]:
        if line.startswith(INDENT):
            if found:
                found[-1][1].append(line)
        elif header := _HEADER.fullmatch(line):
            found.append((header, []))
    return [_item(header, body) for header, body in found]


@remembered(1024)
def _indent(text: str) -> str:
    return INDENT + _BREAK.sub(rf"\1{INDENT}", text)


def _item(header: re.Match[str], body: list[str]) -> ContextItem:
    named: dict[str, tuple[str, ...]] = {"by": (), "about": (), "date": ()}
    for field in header["rest"].split(" | ")[1:]:
        key, _, value = field.partition(" ")
        key, value = (key, value) if key in ("by", "about") else ("date", field)
        named[key] = tuple(value.split(", "))
    sessions = () if header["sessions"] == "unknown" else header["sessions"].split(", ")
    return ContextItem(
        rank=int(header["rank"]),
        text=_INDENTED.sub(r"\1", "\n".join(body)).removeprefix(INDENT),
        sessions=tuple(map(int, sessions)),
        dates=named["date"],
        authors=named["by"],
        abouts=named["about"],
        status=header["status"],  # type: ignore[arg-type]  # the pattern lists the literals
    )


Origin = tuple[int, str, str, str]
"""Session, date, author and scope; an episode has neither date nor author."""


def _origins(
    sources: Sequence[str], notes: Mapping[str, Note], episodes: Mapping[str, Episode]
) -> frozenset[Origin]:
    rows = {(n.session, n.date, n.author, n.about) for i in sources if (n := notes.get(i))}
    rows |= {(e.session, "", "", e.project) for i in sources if (e := episodes.get(i))}
    return frozenset(rows)


@lru_cache(maxsize=4096)
def _header(rows: frozenset[Origin]) -> str:
    """Header fields, distinct values in the order of (session, date)."""
    columns = list(zip(*sorted(rows), strict=True)) or [(), (), (), ()]
    sessions, dates, authors, abouts = map(_distinct, columns)
    fields = [f"session {sessions or 'unknown'}"]
    fields += [dates] if dates else []
    fields += [f"by {authors}"] if authors else []
    fields += [f"about {abouts}"] if abouts else []
    return " | ".join(fields)


def _distinct(values: Iterable[object]) -> str:
    """Values in order, once each; the format's own separators inside one are defused."""
    clean = (" ".join(str(value).replace("|", "/").split()) for value in values)
    return ", ".join(dict.fromkeys(v.replace(", ", "; ").rstrip(",") for v in clean if v))
