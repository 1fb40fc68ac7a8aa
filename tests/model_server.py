"""A model server that does what a script says: both wire formats, streams, faults, behaviours.

It listens on loopback only, counts tokens by a fixed rule, and ends every hanging request when it
is closed; nothing in it sleeps.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

MODEL = "scripted-1"


class Asked(NamedTuple):
    """One request as it arrived."""

    number: int
    path: str
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def text(self) -> str:
        """Everything that the model was told, joined."""
        parts = self.body.get("messages") or self.body.get("input") or []
        parts = [parts] if isinstance(parts, str) else parts
        return "\n".join(_said(part) for part in parts)

    @property
    def turns(self) -> int:
        """The model's own turns so far: where a script stands in its loop.

        In chat its messages, since not every client answers a bad call with a tool's result.
        """
        parts = self.body.get("messages") or self.body.get("input") or []
        kinds = {"function_call_output", "custom_tool_call_output"}
        chat = "messages" in self.body
        return sum(
            isinstance(part, dict)
            and (part.get("role") == "assistant" if chat else part.get("type") in kinds)
            for part in parts
        )

    @property
    def tools(self) -> set[str]:
        """Names of the tools that the model is offered."""
        offered = [tool.get("function", tool) for tool in self.body.get("tools") or []]
        return {str(tool.get("name")) for tool in offered}


class Say(NamedTuple):
    """The model says something and ends its turn."""

    text: str


class Use(NamedTuple):
    """The model calls a tool."""

    name: str
    arguments: dict[str, Any] | str
    custom: bool = False
    """A tool that takes plain text (Responses only)."""


class Fault(NamedTuple):
    """The server fails: a status, or ``hang``, ``cut``, ``garbage`` (malformed events, or JSON)."""

    kind: int | str
    retry_after: str | None = None


Reply = Say | Use | Fault
Script = Callable[[Asked], Reply]


def count(text: str) -> int:
    """Tokens by the fixed rule: four characters each, at least one."""
    return max(1, len(text) // 4)


def _said(part: Any) -> str:
    if not isinstance(part, dict):
        return str(part)
    content = part.get("content", part.get("output", ""))
    if isinstance(content, list):
        return "\n".join(str(one.get("text", "")) for one in content if isinstance(one, dict))
    return str(content)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Any

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["content-length"]))
        owner: ModelServer = self.server.owner
        asked = owner.take(self.path, json.loads(raw), dict(self.headers.items()))
        reply = owner.script(asked)
        if isinstance(reply, Fault):
            self._fail(reply, asked)
        elif self.path == "/v1/responses":
            self._give(asked, list(_responses(asked, reply)))
        else:
            self._give(asked, list(_chat(asked, reply)))

    def do_GET(self) -> None:
        self.server.owner.take(self.path, {}, dict(self.headers.items()))
        self._body(200, b"{}")

    def _give(self, asked: Asked, events: list[dict[str, Any]]) -> None:
        whole, *stream = events
        if asked.body.get("stream"):
            self._stream(asked, stream)
        else:
            self._body(200, json.dumps(whole).encode())

    def _stream(self, asked: Asked, events: list[dict[str, Any]], cut: int | None = None) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for event in events[:cut]:
            name = f"event: {event['type']}\n" if "type" in event else ""
            self._chunk(f"{name}data: {json.dumps(event)}\n\n".encode())
            gate = self.server.owner.gate
            if gate is not None:
                gate(event)
        if cut is not None:
            self.close_connection = True
            return
        if asked.path != "/v1/responses":
            self._chunk(b"data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def _fail(self, fault: Fault, asked: Asked) -> None:
        if isinstance(fault.kind, int):
            said = f"fault {fault.kind}, key {self.headers.get('authorization', 'none')}"
            body = json.dumps({"error": {"message": said}}).encode()
            self._body(fault.kind, body, {"retry-after": fault.retry_after})
        elif fault.kind == "hang":
            self.server.owner.over.wait()
        elif fault.kind == "cut":
            make = _responses if asked.path == "/v1/responses" else _chat
            events = list(make(asked, Say("this will never be said to its end")))[1:]
            if asked.body.get("stream"):
                self._stream(asked, events, cut=2)
            else:
                self.send_response(200)
                self.send_header("content-length", "1000")
                self.end_headers()
                self.wfile.write(b'{"half": ')
            self.close_connection = True
        else:
            stream = bool(asked.body.get("stream"))
            kind = "text/event-stream" if stream else "application/json"
            self._body(200, b'data: {"type": "response.crea\n\ndata: ?\n\n', {"content-type": kind})

    def _body(self, status: int, body: bytes, more: dict[str, str | None] | None = None) -> None:
        headers = {"content-type": "application/json", **(more or {})}
        self.send_response(status)
        for name, value in headers.items():
            if value is not None:
                self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Callers hang up on purpose here."""


class ModelServer:
    """The server while it runs; a test sets `script`, and reads `asked` afterwards."""

    def __init__(self, script: Script, port: int = 0) -> None:
        self.script, self.asked, self.over = script, list[Asked](), threading.Event()
        self.gate: Callable[[dict[str, Any]], None] | None = None
        """Called after each event of a stream: lets a test hold the next one back."""
        self._lock = threading.Lock()
        self._http = _Server(("127.0.0.1", port), _Handler)
        self._http.owner = self  # type: ignore[attr-defined]
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def take(self, path: str, body: dict[str, Any], headers: dict[str, str]) -> Asked:
        with self._lock:
            lower = {name.lower(): value for name, value in headers.items()}
            self.asked.append(Asked(len(self.asked) + 1, path, body, lower))
            return self.asked[-1]

    def close(self) -> None:
        self.over.set()
        with suppress(OSError):
            self._http.shutdown()
            self._http.server_close()
        self._thread.join()


@contextmanager
def model_server(script: Script) -> Iterator[ModelServer]:
    """A server that answers by `script`."""
    made = ModelServer(script)
    try:
        yield made
    finally:
        made.close()


def _chat(asked: Asked, reply: Say | Use) -> Iterator[dict[str, Any]]:
    """The whole Chat Completions reply, then its chunks."""
    text = reply.text if isinstance(reply, Say) else _arguments(reply)
    usage = _usage(asked, text, ("prompt_tokens", "completion_tokens"))
    head = {"id": f"c{asked.number}", "created": 0, "model": asked.body["model"]}
    message: dict[str, Any] = {"role": "assistant", "content": text}
    reason = "stop"
    if isinstance(reply, Use):
        call = {"id": f"call_{asked.number}", "type": "function",
                "function": {"name": reply.name, "arguments": text}}  # fmt: skip
        message, reason = {"role": "assistant", "content": None, "tool_calls": [call]}, "tool_calls"
    choice = {"index": 0, "message": message, "finish_reason": reason}
    yield {**head, "object": "chat.completion", "choices": [choice], "usage": usage}
    chunk = {**head, "object": "chat.completion.chunk"}
    if isinstance(reply, Use):
        deltas: list[dict[str, Any]] = [{"tool_calls": [{"index": 0, **call}]}]
    else:
        deltas = [{"content": text[i : i + 8]} for i in range(0, len(text), 8)]
    for delta in deltas:
        yield {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    yield {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}
    if (asked.body.get("stream_options") or {}).get("include_usage"):
        yield {**chunk, "choices": [], "usage": usage}


def _responses(asked: Asked, reply: Say | Use) -> Iterator[dict[str, Any]]:
    """The whole Responses reply, then its events."""
    text = reply.text if isinstance(reply, Say) else _arguments(reply)
    usage = _usage(asked, text, ("input_tokens", "output_tokens"))
    usage |= {"input_tokens_details": {"cached_tokens": 0}}
    usage |= {"output_tokens_details": {"reasoning_tokens": 0}}
    if isinstance(reply, Use):
        item: dict[str, Any] = {"type": "function_call", "id": f"f{asked.number}",
                                "call_id": f"call_{asked.number}", "name": reply.name,
                                "arguments": text, "status": "completed"}  # fmt: skip
        if reply.custom:
            item |= {"type": "custom_tool_call", "input": item.pop("arguments")}
    else:
        part = {"type": "output_text", "text": text, "annotations": []}
        item = {"type": "message", "id": f"m{asked.number}", "role": "assistant",
                "status": "completed", "content": [part]}  # fmt: skip
    whole = {"id": f"r{asked.number}", "object": "response", "created_at": 0,
             "model": asked.body["model"], "status": "completed", "output": [item],
             "usage": usage, "error": None, "incomplete_details": None, "instructions": None,
             "metadata": {}, "parallel_tool_calls": False, "temperature": 0, "tool_choice": "auto",
             "tools": [], "top_p": 1}  # fmt: skip
    yield whole
    number = iter(range(10_000))
    begun = {**whole, "status": "in_progress", "output": [], "usage": None}
    yield {"type": "response.created", "sequence_number": next(number), "response": begun}
    place = {"output_index": 0, "item_id": item["id"]}
    empty = {**item, "status": "in_progress"} | ({"content": []} if isinstance(reply, Say) else {})
    yield {"type": "response.output_item.added", "sequence_number": next(number),
           "output_index": 0, "item": empty}  # fmt: skip
    if isinstance(reply, Say):
        blank = {"type": "output_text", "text": "", "annotations": []}
        yield {"type": "response.content_part.added", "sequence_number": next(number), **place,
               "content_index": 0, "part": blank}  # fmt: skip
        for start in range(0, len(text), 8):
            part = {"content_index": 0, "delta": text[start : start + 8], "logprobs": []}
            yield {"type": "response.output_text.delta", "sequence_number": next(number), **place,
                   **part}  # fmt: skip
    yield {"type": "response.output_item.done", "sequence_number": next(number),
           "output_index": 0, "item": item}  # fmt: skip
    yield {"type": "response.completed", "sequence_number": next(number), "response": whole}


def _arguments(reply: Use) -> str:
    return reply.arguments if isinstance(reply.arguments, str) else json.dumps(reply.arguments)


def _usage(asked: Asked, text: str, names: tuple[str, str]) -> dict[str, Any]:
    read, written = count(asked.text), count(text)
    return {names[0]: read, names[1]: written, "total_tokens": read + written}
