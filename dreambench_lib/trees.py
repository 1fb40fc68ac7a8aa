"""File trees as plain data: what a workspace holds, what changed, and how people see it.

A `Tree` maps path bytes to an `Entry`. Paths are bytes because hostile names need not be UTF-8.
Nothing here touches a disk (`walk.py` does) and nothing runs git or parses a patch.
"""

from __future__ import annotations

import base64
import difflib
import hashlib
import posixpath
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple
from urllib.parse import quote_from_bytes, unquote_to_bytes

from .errors import BadInput
from .memo import if_small

Kind = Literal["file", "exec", "link"]
MAX_VIEW_LINES = 2_000


class Entry(NamedTuple):
    """One path's content: a plain file, an executable file, or a symbolic link's target."""

    kind: Kind
    data: bytes


Tree = Mapping[bytes, Entry]
Changes = Mapping[bytes, Entry | None]
"""Path to its new entry; `None` where the path is gone."""
_Items = tuple[tuple[bytes, Entry | None], ...]


def text_tree(files: Mapping[str, str]) -> dict[bytes, Entry]:
    """A tree of plain UTF-8 files, e.g. ``text_tree({"a/b.py": "x = 1\\n"})``."""
    return {path.encode(): Entry("file", text.encode()) for path, text in files.items()}


def digest(tree: Changes) -> str:
    """SHA-256 over paths, kinds and contents in path order; the same for a tree or changes."""
    # By content, for a tree may be changed in place.
    return _digest(tuple(tree.items()))


def weight(items: Iterable[tuple[bytes, Entry | None]]) -> int:
    """About what a tree or changes take of memory, in bytes."""
    return sum(
        200 + len(path) + (len(entry.data) if entry is not None else 0) for path, entry in items
    )


@if_small(128, weight)
def _digest(items: _Items) -> str:
    parts = []
    for path, entry in sorted(items):
        kind, data = (b"gone", b"") if entry is None else (entry.kind.encode(), entry.data)
        for part in (path, kind, data):
            parts += [len(part).to_bytes(8, "big"), part]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def changes(old: Tree, new: Tree) -> dict[bytes, Entry | None]:
    """What turns `old` into `new`: the benchmark's diff (its digest is the verdict's cache key)."""
    changed: dict[bytes, Entry | None] = {
        path: entry for path, entry in new.items() if old.get(path) != entry
    }
    changed.update({path: None for path in old if path not in new})
    return dict(sorted(changed.items()))


def apply(old: Tree, diff: Changes) -> dict[bytes, Entry]:
    """`old` with `diff` applied: ``apply(old, changes(old, new)) == dict(new)``."""
    merged = dict(old)
    for path, entry in diff.items():
        if entry is None:
            merged.pop(path, None)
        else:
            merged[path] = entry
    return dict(sorted(merged.items()))


def leaves_tree(path: bytes, target: bytes) -> bool:
    """Whether a link at `path` points out of the tree (absolute, or climbing above the root)."""
    if target.startswith(b"/"):
        return True
    resolved = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    return resolved == b".." or resolved.startswith(b"../")


def _lines(entry: Entry | None) -> list[str] | None:
    if entry is None:
        return []
    if entry.kind == "link":
        return [f"-> {entry.data.decode(errors='backslashreplace')}\n"]
    try:
        text = entry.data.decode()
    except UnicodeDecodeError:
        return None
    # `str.splitlines` would also cut at form feeds and U+2028.
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _state(entry: Entry | None) -> str:
    if entry is None:
        return "absent"
    return {"file": "plain file", "exec": "executable file", "link": "link"}[entry.kind]


@if_small(128, lambda path, old, new: weight([(path, old), (path, new)]))
def _view(path: bytes, old: Entry | None, new: Entry | None) -> str:
    return "".join(_view_lines(path, old, new))


def _view_lines(path: bytes, old: Entry | None, new: Entry | None) -> Iterator[str]:
    name = quote_from_bytes(path, safe="/ ._-")
    before, after = _lines(old), _lines(new)
    # Lines alone would hide an empty file that came or went, and a file that became executable.
    if before == after:
        yield f"{name}: {_state(old)} -> {_state(new)}\n"
    elif before is None or after is None:
        yield f"binary file {name} differs\n"
    elif max(len(before), len(after)) > MAX_VIEW_LINES:
        yield f"file {name}: more than {MAX_VIEW_LINES} lines, not shown\n"
    else:
        source = "/dev/null" if old is None else f"a/{name}"
        target = "/dev/null" if new is None else f"b/{name}"
        for line in difflib.unified_diff(before, after, source, target):
            yield line if line.endswith("\n") else line + "\n"


def unified(old: Tree, diff: Changes) -> str:
    """The diff as people and episodes see it. A view only: nobody parses it."""
    return "".join(_view(path, old.get(path), entry) for path, entry in diff.items())


def to_json(diff: Changes) -> list[dict[str, str]]:
    """`diff` as JSON rows (path percent-quoted; bytes that are not UTF-8 in base64)."""
    rows = []
    for path, entry in sorted(diff.items()):
        row = {"path": quote_from_bytes(path, safe="/ ._-")}
        if entry is None:
            row["kind"] = "gone"
        else:
            row["kind"] = entry.kind
            try:
                row["text"] = entry.data.decode()
            except UnicodeDecodeError:
                row["base64"] = base64.b64encode(entry.data).decode()
        rows.append(row)
    return rows


def from_json(rows: list[dict[str, str]]) -> dict[bytes, Entry | None]:
    """The inverse of `to_json`.

    Raises:
        BadInput: naming the row that `to_json` cannot have written.
    """
    diff: dict[bytes, Entry | None] = {}
    for number, row in enumerate(rows, start=1):
        try:
            path, entry = _row(row)
        except (KeyError, ValueError):
            raise BadInput(
                f"row {number} of a stored change (path {row.get('path')!r}) is damaged: "
                "restore the record"
            ) from None
        diff[path] = entry
    return diff


def _row(row: dict[str, str]) -> tuple[bytes, Entry | None]:
    path, kind = unquote_to_bytes(row["path"]), row["kind"]
    if kind == "gone":
        return path, None
    if kind not in ("file", "exec", "link"):
        raise ValueError(kind)
    text = row.get("text")
    data = text.encode() if text is not None else base64.b64decode(row["base64"], validate=True)
    return path, Entry(kind, data)  # type: ignore[arg-type]
