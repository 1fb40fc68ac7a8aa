"""One MCP server a process and command, over standard input and output, shared by its memories.

A server takes a second or two to start, so it is started once and namespaces keep memories apart.
One that fails is let go, and the next memory starts another. It ends with this process: by being
told to, or else because its standard input does.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
import threading
import weakref
from collections.abc import Coroutine
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import Field

from dreambench_lib.errors import Infra
from dreambench_lib.records import Record

START, ANSWER = 60.0, 60.0
"""Seconds in which a server must be up, and a tool answer."""


class Server(Record):
    """How a server is started, and what it calls its tools."""

    command: tuple[str, ...] = Field(min_length=1)
    env: tuple[str, ...] = ()
    """Names of environment variables that it is given; it gets little else."""
    write: str = "write"
    search: str = "search"
    sleep: str = "sleep"
    """Called after each write, where the server has such a tool."""


class Running:
    """A server that runs, and the thread that talks to it."""

    def __init__(self, server: Server) -> None:
        self.name = server.command[0]
        self._folder = Path(tempfile.mkdtemp(prefix="mcp-"))
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        up: Future[Any] = Future()
        serving = _serve(server, self._folder, up, self._stop)
        # A daemon, so that a program that forgets about it can end.
        thread = threading.Thread(
            target=_turn, args=(self._loop, serving, up), name="mcp", daemon=True
        )
        thread.start()
        self.end = weakref.finalize(self, _end, self._loop, self._stop, thread, self._folder)
        try:
            self._client = up.result(START)
            listed = self._wait(self._client.list_tools())
        except BaseException as fault:
            why = f"MCP server {self.name} did not start: {_line(fault)}{self._said()}"
            self.end()
            raise Infra(why) from None
        self.tools = {tool.name for tool in listed.tools}

    def call(self, tool: str, arguments: dict[str, Any]) -> Any:
        """The tool's result; Infra where it does not answer or says that it failed."""
        try:
            answer = self._wait(self._client.call_tool(tool, arguments))
        except Exception as fault:
            why = f"MCP tool {tool} of {self.name} does not answer: {_line(fault)}{self._said()}"
            drop(self)
            raise Infra(why) from None
        if answer.is_error:
            text = " ".join(getattr(part, "text", "") for part in answer.content)
            raise Infra(f"MCP tool {tool} of {self.name} failed: {text[:200] or 'no reason given'}")
        return answer

    def _wait(self, asked: Coroutine[Any, Any, Any]) -> Any:
        try:
            waited = asyncio.run_coroutine_threadsafe(asked, self._loop)
        except RuntimeError:  # the loop has ended, and the server with it
            asked.close()
            raise ConnectionError("it has ended") from None
        return waited.result(ANSWER)

    def _said(self) -> str:
        """The last line that the server printed on standard error."""
        lines: list[str] = []
        with suppress(OSError):
            lines = _log(self._folder).read_text(encoding="utf-8", errors="replace").split("\n")
        last = next((one.strip() for one in reversed(lines) if one.strip()), "")
        return f" (it said: {last[:200]})" if last else ""


_RUNNING: dict[tuple[int, Server], Running] = {}
_lock = threading.Lock()


def running(server: Server) -> Running:
    """The server of this process for that command; started where there is none."""
    with _lock:
        place = (os.getpid(), server)  # one that was started before a fork is the parent's
        if place not in _RUNNING:
            _RUNNING[place] = Running(server)
        return _RUNNING[place]


def drop(one: Running) -> None:
    """Let a server go: the next memory gets another."""
    with _lock:
        for place in [key for key, held in _RUNNING.items() if held is one]:
            del _RUNNING[place]
    one.end()


async def _serve(server: Server, folder: Path, up: Future[Any], stop: asyncio.Event) -> None:
    """Start the server, hand out its client, and end it when told to."""
    from mcp import Client, StdioServerParameters, stdio_client

    parameters = StdioServerParameters(
        command=server.command[0],
        args=list(server.command[1:]),
        env={
            "PATH": os.environ.get("PATH", os.defpath),
            **{name: os.environ[name] for name in server.env if name in os.environ},
            "DREAMBENCH_MEMORY_FOLDER": str(folder),
        },
    )
    with _log(folder).open("w", encoding="utf-8") as log:
        async with Client(stdio_client(parameters, errlog=log)) as client:
            up.set_result(client)
            await stop.wait()


def _turn(
    loop: asyncio.AbstractEventLoop, serving: Coroutine[Any, Any, None], up: Future[Any]
) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_until_complete(serving)
    except BaseException as fault:
        if not up.done():
            up.set_exception(fault)
    finally:
        loop.close()


def _end(
    loop: asyncio.AbstractEventLoop, stop: asyncio.Event, thread: threading.Thread, folder: Path
) -> None:
    with suppress(RuntimeError):  # the loop is closed: it ended by itself
        loop.call_soon_threadsafe(stop.set)
    thread.join(10.0)
    shutil.rmtree(folder, ignore_errors=True)


def _log(folder: Path) -> Path:
    return folder / "server.log"


def _line(fault: BaseException) -> str:
    while isinstance(fault, BaseExceptionGroup):  # a task group wraps what went wrong in it
        fault = fault.exceptions[0]
    return " ".join(f"{type(fault).__name__}: {fault}".split())
