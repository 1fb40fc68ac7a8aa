"""Runs an agent and tells, line by line as JSON, what the agent itself says it did.

An exit status alone is not trusted: many agents end with 0 however it went, and say better in a
file or in events on their standard output. The order says where; what is told is cut to a length.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

TEXT, MANY, LINE = 1000, 40, 1 << 22
"""Characters of a text, entries of a list or an object, bytes of a line of output."""
REPORT = 64 << 20
"""Bytes of a report file."""
STDOUT = "stdout"


def main(order_file: str) -> int:
    """Run the order; returns the status to end with."""
    with open(order_file, encoding="utf-8") as file:
        order = json.load(file)
    paths: dict[str, list[str]] = {
        name: path.split(".") if path else [] for name, path in order["paths"].items()
    }
    with open(order["stdin"] or "/dev/null", "rb") as given:
        child = subprocess.Popen(order["argv"], stdin=given, stdout=subprocess.PIPE)
    assert child.stdout is not None
    while line := child.stdout.readline(LINE):
        if order["report"] == STDOUT:
            tell(parsed(line), paths)
        elif order["report"]:
            # Its words are for people; what counts stands in its report.
            sys.stderr.buffer.write(line)
        else:
            sys.stdout.buffer.write(line)
    status = child.wait()
    if order["report"] not in ("", STDOUT):
        tell(read(order["report"]), paths)
    sys.stdout.flush()
    return status if status >= 0 else 128 - status


def tell(report: Any, paths: dict[str, list[str]]) -> None:
    """Print what stands at each path of a report, one object a line."""
    for name, path in paths.items():
        for value in found(report, path):
            print(json.dumps({name: short(value)}), flush=True)


def found(value: Any, path: list[str]) -> Iterator[Any]:
    """Every value at a path of names, where ``*`` is every entry of a list."""
    if not path:
        yield value
    elif path[0] == "*":
        for one in value if isinstance(value, list) else ():
            yield from found(one, path[1:])
    elif isinstance(value, dict) and path[0] in value:
        yield from found(value[path[0]], path[1:])


def short(value: Any) -> Any:
    """A value whose texts and lists are cut."""
    if isinstance(value, str):
        return value[:TEXT]
    if isinstance(value, list):
        return [short(one) for one in value[:MANY]]
    if isinstance(value, dict):
        return {str(name)[:TEXT]: short(one) for name, one in list(value.items())[:MANY]}
    return value


def parsed(data: bytes) -> Any:
    """JSON, or None."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def read(name: str) -> Any:
    """A report file's JSON, or None."""
    try:
        with open(name, "rb") as file:
            return parsed(file.read(REPORT))
    except OSError:
        return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
