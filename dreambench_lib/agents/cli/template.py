"""Agents by template: a TOML file says how to run a program and where it tells how it went."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Literal, Self

from pydantic import Field, ValidationError, field_validator, model_validator

from dreambench_lib.apart import names as installable
from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.records import Record

FIELDS = ("prompt", "prompt_file", "base_url", "model", "files")
"""What a template may name in braces."""
_FIELD = re.compile(r"\{([a-z_]+)\}")
_FILE = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9._-]*/)*[A-Za-z0-9_][A-Za-z0-9._-]*")
PROMPT_FILE = "prompt.txt"


class Report(Record):
    """Where a program tells what it did, and what of it is read: paths like ``a.*.b``."""

    source: str = ""
    """``stdout`` for one JSON object a line, the path of a JSON file that it writes, or ""."""
    did: str = ""
    """What it did, in order: commands, calls."""
    said: str = ""
    """Its words; the last one is kept."""
    ended: str = ""
    """How it says that it ended; the last one counts."""
    well: tuple[str, ...] = ()
    """Values of `ended` that are good ends; any other, or none at all, is an error."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        paths = (self.did, self.said, self.ended)
        if any(paths) and not self.source:
            raise ValueError("it names paths but no source to read them from")
        if bool(self.ended) != bool(self.well):
            raise ValueError("`ended` and `well` belong together: give both or neither")
        if any(path and not re.fullmatch(r"[^.]+(\.[^.]+)*", path) for path in paths):
            raise ValueError("a path is names (or *) joined by dots")
        return self


class Template(Record):
    """One agent that is a command."""

    about: str = Field(min_length=1)
    argv: tuple[str, ...] = Field(min_length=1)
    programs: tuple[str, ...] = ()
    """Entries of `dreambench install`; each is shown at ``/programs/NAME``."""
    environment: dict[str, str] = {}
    files: dict[str, str] = {}
    """Read-only files of its own, below ``{files}``."""
    stdin: Literal["", "prompt"] = ""
    report: Report = Report()

    @field_validator("argv")
    @classmethod
    def _known_fields(cls, argv: tuple[str, ...]) -> tuple[str, ...]:
        for name in _FIELD.findall(" ".join(argv)):
            if name not in FIELDS:
                raise ValueError(str(unknown("field", name, FIELDS)))
        return argv

    @field_validator("programs")
    @classmethod
    def _known_programs(cls, programs: tuple[str, ...]) -> tuple[str, ...]:
        for name in programs:
            if name not in installable():
                raise ValueError(str(unknown("program", name, installable())))
        return programs

    @field_validator("files")
    @classmethod
    def _plain_names(cls, files: dict[str, str]) -> dict[str, str]:
        for name in files:
            if not _FILE.fullmatch(name) or name in (PROMPT_FILE, "witness.py", "order.json"):
                raise ValueError(f"a file cannot be called {name!r}: give another plain name")
        return files

    @model_validator(mode="after")
    def _asked(self) -> Self:
        whole = " ".join((*self.argv, *self.environment.values(), *self.files.values()))
        if self.stdin != "prompt" and not {"prompt", "prompt_file"} & {*_FIELD.findall(whole)}:
            raise ValueError("the agent would never see its task: name {prompt} or {prompt_file}")
        return self

    def filled(self, values: dict[str, str]) -> Callable[[str], str]:
        """How texts of the template are filled in; other braces stay as they are."""

        def fill(text: str) -> str:
            return _FIELD.sub(lambda field: values.get(field[1], field[0]), text)

        return fill


def parse(text: str, name: str) -> Template:
    """A template from its text.

    Raises:
        BadInput: it is none; says what is wrong with which part.
    """
    try:
        return Template.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as fault:
        raise BadInput(f"agent template {name} is not TOML: {fault}") from None
    except ValidationError as fault:
        first = fault.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        what = first["msg"].removeprefix("Value error, ")
        raise BadInput(
            f"agent template {name} is wrong{f' in {place}' if place else ''}: {what}"
        ) from None


@cache
def shipped() -> dict[str, str]:
    """The text of every template that comes with the library, by name."""
    folder = resources.files(__package__) / "templates"
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return {
        file.name.removesuffix(".toml"): file.read_text(encoding="utf-8")
        for file in files
        if file.name.endswith(".toml")
    }
