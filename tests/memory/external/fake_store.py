"""Stands for a vendor's library in a child process: keeps texts, and misbehaves when told to."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import urllib.request
import uuid
from pathlib import Path
from typing import Any


class Store:
    def __init__(self, folder: str, namespace: str, base_url: str, mark: str = "") -> None:
        self._path, self._base_url = os.path.join(folder, f"{namespace}.json"), base_url
        self._mark = mark
        self._kept: list[dict[str, Any]] = []
        if os.path.exists(self._path):
            with open(self._path, encoding="utf-8") as file:
                self._kept = json.load(file)

    def write(self, text: str, source: str, **_: Any) -> Any:
        print("whatever a library prints is no part of the channel")
        if text == "die":
            os._exit(3)
        if text == "complain and die":
            os.write(2, b"out of patience\n")
            os._exit(3)
        if text == "hang":
            threading.Event().wait()
        if text == "raise":
            raise ValueError("not today")
        if text.startswith("say "):
            for number in range(3, 20):  # the channel is one of them
                try:
                    if os.readlink(f"/proc/self/fd/{number}").startswith("pipe:"):
                        os.write(number, text[4:].encode() + b"\n")
                except OSError:
                    pass
        self._kept.append({"text": text + self._mark, "sources": [source], "score": 0.5})
        return None

    def sleep(self) -> Any:
        """Tells what there is to be seen from inside."""
        project = Path(sys.modules["host"].__file__ or "").parents[4]
        return {
            "environment": dict(os.environ),
            "devices": _lines("/proc/net/dev"),
            "home": os.listdir("/home"),
            "project": (project / "README.md").exists(),
        }

    def read(self, prompt: str, limit: int) -> Any:
        if prompt == "phone":
            return [_tried(call) for call in (_connect, _look_up, _send, _unix)]
        if prompt.startswith("ask "):
            return self._asked(prompt[4:])
        return self._kept[:limit]

    def embed(self, texts: list[str]) -> Any:
        """Asks a model, and makes light of it when that fails."""
        if texts == ["ids"]:
            return [str(uuid.uuid4()), str(uuid.uuid4())]
        try:
            return self._asked(texts[0])
        except Exception:
            return "nothing happened"

    def close(self) -> None:
        with open(self._path, "w", encoding="utf-8") as file:
            json.dump(self._kept, file)

    def _asked(self, text: str) -> Any:
        body = json.dumps({"model": "m", "messages": [{"role": "user", "content": text}]}).encode()
        request = urllib.request.Request(f"{self._base_url}/chat/completions", data=body)
        with urllib.request.urlopen(request) as reply:
            return json.load(reply)["choices"][0]["message"]


def _lines(path: str) -> list[str]:
    with open(path, encoding="utf-8") as file:
        return [line.split(":")[0].strip() for line in file if ":" in line]


def _tried(call: Any) -> str:
    try:
        call()
    except OSError as fault:
        return type(fault).__name__
    return "let through"


# Addresses of the block for documentation: nobody has them.
def _connect() -> None:
    socket.create_connection(("192.0.2.1", 443), timeout=1)


def _look_up() -> None:
    socket.getaddrinfo("telemetry.invalid", 443)


def _send() -> None:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 53))


def _unix() -> None:
    socket.socket(socket.AF_UNIX).connect("/run/some.sock")
