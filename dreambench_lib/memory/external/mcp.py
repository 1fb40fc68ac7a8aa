"""A memory offered as MCP tools: ``mcp:COMMAND`` starts its server, ``mcp:FILE.toml`` describes it.

By the official package (extra ``mcp``). What the tools are given is what an HTTP memory is given:
see `docs/memory-mcp.md`.
"""

from __future__ import annotations

import importlib.util
import json
import shlex
import shutil
import tomllib
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.memory.external.mcp_server import Server, running
from dreambench_lib.memory.external.namespaces import drawn
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Episode, Query, Recall

_RECALLS = TypeAdapter(list[Recall])


class McpMemory:
    """A memory behind MCP tools. A tool that fails or is gone is `Infra`, never an empty read."""

    def __init__(self, space: Space, address: str) -> None:
        self._server, self._namespace = self.checked(address), drawn(space)
        self._running = running(self._server)
        for wanted in (self._server.write, self._server.search):
            if wanted not in self._running.tools:
                have = ", ".join(sorted(self._running.tools)) or "none"
                raise Infra(
                    f"MCP server {self._running.name} has no tool {wanted!r} (it has: {have})"
                )

    @staticmethod
    def checked(address: str) -> Server:
        """The server at `address`, a command line or a TOML file; BadInput where it is none."""
        if importlib.util.find_spec("mcp") is None:
            raise BadInput("mcp: needs the package mcp: pip install 'dreambench[mcp]'")
        if address.endswith(".toml"):
            return _described(Path(address))
        try:
            words = shlex.split(address)
        except ValueError as fault:
            raise BadInput(f"mcp command {address!r} cannot be read: {fault}") from None
        if not words or shutil.which(words[0]) is None:
            raise BadInput(
                f"mcp command {address!r} names no program: write e.g. 'mcp:python server.py'"
            )
        return Server(command=tuple(words))

    def write(self, episode: Episode) -> None:
        self._call(self._server.write, episode=episode.model_dump(mode="json"))

    def sleep(self) -> None:
        if self._server.sleep in self._running.tools:
            self._call(self._server.sleep)

    def read(self, query: Query) -> list[Recall]:
        tool = self._server.search
        answer = self._call(tool, query=query.model_dump(mode="json"))
        try:
            return _RECALLS.validate_python(_rows(answer))
        except (ValidationError, ValueError) as fault:
            why = str(fault).split("\n")[0]
            raise Infra(f"MCP tool {tool} returned no list of recalls ({why})") from None

    def _call(self, tool: str, **given: Any) -> Any:
        return self._running.call(tool, {"namespace": self._namespace, **given})


def _rows(answer: Any) -> Any:
    """The recalls in a tool's answer: its structured content, or else its text as JSON.

    Servers wrap a bare list as ``result``, or give it as one piece of text an item.
    """
    pieces = [answer.structured_content]
    if pieces[0] is None:
        pieces = [json.loads(getattr(part, "text", "")) for part in answer.content]
    if len(pieces) == 1:
        found = pieces[0]
        if isinstance(found, list):
            return found
        for name in ("recalls", "result"):
            if isinstance(found, dict) and name in found:
                return found[name]
    return pieces


def _described(path: Path) -> Server:
    try:
        return Server.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise BadInput(f"MCP server file {path.name} cannot be read: {fault}") from None
    except ValidationError as fault:
        first = fault.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise BadInput(
            f"{field} in {path.name} is wrong: {first['msg']} "
            '(e.g. command = ["python", "server.py"])'
        ) from None
