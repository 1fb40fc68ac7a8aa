"""Where a fault stands: from the sentence of a gate or of the loader to ``file:line``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL
)
_TABLE = re.compile(r"\s*\[{1,2}\s*([^\[\]]+?)\s*\]{1,2}\s*(?:#.*)?")


def places(folder: Path, told: str) -> str:
    """The places that the faults in `told` name, e.g. ``C3-x/trap.toml:31``; "" if none does.

    Args:
        folder: The trap's folder.
        told: One or more faults, as gates and the loader word them.
    """
    found = [where for fault in told.split("; ") if (where := _place(folder, fault))]
    return ", ".join(dict.fromkeys(found))


def _place(folder: Path, fault: str) -> str:
    for pattern, find in _FINDERS:
        if match := pattern.search(fault):
            path, line = find(folder, match)
            if path.exists():
                name = path.relative_to(folder.parent).as_posix()
                return f"{name}:{line}" if line else name
    return ""


Found = tuple[Path, int]


def _text(folder: Path, match: re.Match[str]) -> Found:
    return _string(folder / "trap.toml", "text", match[2], int(match[1]))


def _ordinary(folder: Path, match: re.Match[str]) -> Found:
    return _string(_fixture(folder) / "notes.toml", match[2], "texts", int(match[1]))


def _event(folder: Path, match: re.Match[str]) -> Found:
    return folder / "trap.toml", key_line(folder / "trap.toml", "event", match[1])


def _slot(folder: Path, match: re.Match[str]) -> Found:
    return folder / "trap.toml", key_line(folder / "trap.toml", "slot", match[1])


def _fact(folder: Path, match: re.Match[str]) -> Found:
    return folder / "trap.toml", key_line(folder / "trap.toml", "fact", match[1])


def _head(folder: Path, match: re.Match[str]) -> Found:
    return folder / "trap.toml", key_line(folder / "trap.toml", "", match[1])


def _table(folder: Path, match: re.Match[str]) -> Found:
    return folder / "trap.toml", key_line(folder / "trap.toml", match[1], "")


def _check(folder: Path, match: re.Match[str]) -> Found:
    sources = re.findall(r'"([^"]+)"', _line_of(folder / "trap.toml", "sessions"))
    session = int(match[1])
    source = sources[session - 1] if 0 < session <= len(sources) else "s3"
    place = _fixture(folder) / source if source.startswith("warm/") else folder
    return place / "checks.toml", _nth_check(place / "checks.toml", int(match[2]))


def _own_check(folder: Path, match: re.Match[str]) -> Found:
    return folder / "checks.toml", _nth_check(folder / "checks.toml", int(match[1]))


def _mention(folder: Path, match: re.Match[str]) -> Found:
    return folder / "trap.toml", _first_with(folder / "trap.toml", match[1])


def _wrong(folder: Path, match: re.Match[str]) -> Found:
    path = folder / "s3" / "wrong" / "fails.toml"
    return (path, key_line(path, "", match[1])) if path.exists() else (path.parent / match[1], 0)


def _file(folder: Path, match: re.Match[str]) -> Found:
    path = folder / match[1]
    inside = re.search(r"\{\{[^{}]+\}\}", match.string)
    return path, _first_with(path, inside[0]) if inside else 0


def _prompt(folder: Path, match: re.Match[str]) -> Found:
    source = match[1]
    place = _fixture(folder) if source.startswith("warm/") else folder
    path = place / source / "prompt.md"
    return path, _leaked(path, match.string)


def _repository(folder: Path, match: re.Match[str]) -> Found:
    fixture = _fixture(folder)
    path = fixture / "repo" / match[1].removeprefix(f"{fixture.name}/")
    return path, _leaked(path, match.string)


def _leaked(path: Path, fault: str) -> int:
    found = re.search(r"names '([^']+)'|holds the minted (\S+)", fault)
    return _first_with(path, found[1] or found[2]) if found else 0


_FINDERS: tuple[tuple[re.Pattern[str], Callable[[Path, re.Match[str]], Found]], ...] = (
    (re.compile(r"unknown key in trap \S+ '([^']+)'"), _head),
    (re.compile(r"text (\d+) of ordinary note ([\w-]+)"), _ordinary),
    (re.compile(r"text (\d+) of (?:event )?(\w[\w-]*)"), _text),
    (re.compile(r"unknown (?:fact|name) \{*([\w.@ -]+?)\}*:"), _mention),
    (re.compile(r"\bs(\d+)-(\d+)(?:-not-\S+)?\b"), _check),
    (re.compile(r"check (\d+) of (?!\S+/)"), _own_check),
    (re.compile(r"(s3/(?:right|wrong|[\w-]+=[\w-]+)/\S+?):? "), _file),
    (re.compile(r"wrong tree ([\w-]+)"), _wrong),
    (re.compile(r"prompt of (\S+)"), _prompt),
    (re.compile(r"(\S+/\S+) (?:names|holds the minted) "), _repository),
    (re.compile(r"(?<!ordinary )\bevent ([\w-]+)"), _event),
    (re.compile(r"\bfact ([\w-]+)\.[\w-]+"), _fact),
    (re.compile(r"\bslot ([\w-]+)"), _slot),
    (re.compile(r"\[(says|text|ways|fact)\]"), _table),
    (re.compile(r"'(beats|crowd|opens|sessions|why|fixture|construct|skeleton)'"), _head),
)


def _fixture(folder: Path) -> Path:
    named = re.search(r'"([^"]+)"', _line_of(folder / "trap.toml", "fixture"))
    return folder.parent / "fixtures" / (named[1] if named else "")


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


def _keys(path: Path) -> Iterator[tuple[int, str, str]]:
    """(line number, table, line) outside of multi-line strings."""
    table, inside = "", ""
    for number, line in enumerate(_lines(path), start=1):
        if not inside:
            if found := _TABLE.fullmatch(line):
                table = found[1]
            yield number, table, line
        for quotes in ('"""', "'''"):
            if (not inside or inside == quotes) and line.count(quotes) % 2:
                inside = "" if inside else quotes


def key_line(path: Path, table: str, key: str) -> int:
    """The line of `key` in `table` ("" for the head), or of the table itself; 0 if neither."""
    start = 0
    wanted = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[.=]") if key else None
    inline = re.compile(rf"\s*{re.escape(table)}\s*=") if table else None
    for number, current, line in _keys(path):
        if current == f"{table}.{key}" or (current == table and wanted and wanted.match(line)):
            return number
        if not start and table and (current == table or (inline and inline.match(line))):
            start = number
    return start


def _line_of(path: Path, key: str) -> str:
    number = key_line(path, "", key)
    return _lines(path)[number - 1] if number else ""


def _string(path: Path, table: str, key: str, nth: int) -> Found:
    start = key_line(path, table, key)
    if not start:
        return path, 0
    text = "\n".join(_lines(path)[start - 1 :])
    text = text[text.find("=") :]
    for count, match in enumerate(_STRING.finditer(text), start=1):
        if count == nth:
            return path, start + text[: match.start()].count("\n")
    return path, start


def _nth_check(path: Path, nth: int) -> int:
    rows = [n for n, _, line in _keys(path) if re.match(r"\s*\[\[\s*check\s*\]\]", line)]
    return rows[nth - 1] if 0 < nth <= len(rows) else 0


def _first_with(path: Path, needle: str) -> int:
    return next((n for n, line in enumerate(_lines(path), start=1) if needle in line), 0)
