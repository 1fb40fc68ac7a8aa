"""Print the module of messages for the description in schema/."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

SCHEMA = Path(__file__).resolve().parent.parent / "schema" / "greenhouse.msg"

HEAD = '''\
"""The messages that controllers and control room exchange."""

from .model import Field, Message

EDITION = "{{edition}}"
'''

_MESSAGE = re.compile(r"message (?P<name>[A-Z]\w*) (?P<number>\d+) since (?P<since>\d+)")
_FIELD = re.compile(r"  (?P<name>[a-z]\w*) (?P<kind>\w+)(?: (?P<unit>\S+))?")


class DescriptionError(ValueError):
    """A line of the description that cannot be read."""


@dataclass
class Described:
    """A message as the description has it."""

    name: str
    number: int
    since: int
    fields: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def constant(self) -> str:
        return self.name.upper()


def parse(text: str) -> list[Described]:
    """The messages of a description, in its order."""
    found: list[Described] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if match := _MESSAGE.fullmatch(line):
            found.append(Described(match["name"], int(match["number"]), int(match["since"])))
        elif (match := _FIELD.fullmatch(line)) and found:
            found[-1].fields.append((match["name"], match["kind"], match["unit"] or ""))
        else:
            raise DescriptionError(f"line {number} is neither a message nor a field: {line!r}")
    return found


def declaration(message: Described) -> str:
    """The statement that declares one message."""
    rows = [f'        Field("{name}", "{kind}", "{unit}"),' for name, kind, unit in message.fields]
    return "\n".join(
        [
            f"{message.constant} = Message(",
            f'    name="{message.name}",',
            f"    number={message.number},",
            f"    since={message.since},",
            "    fields=(",
            *rows,
            "    ),",
            ")",
        ]
    )


def module(messages: list[Described]) -> str:
    """The whole module."""
    parts = [HEAD, *(declaration(message) + "\n" for message in messages)]
    names = "".join(f"    {message.constant},\n" for message in messages)
    return "\n".join([*parts, f"MESSAGES = (\n{names})\n"])


def main() -> int:
    sys.stdout.write(module(parse(SCHEMA.read_text(encoding="utf-8"))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
