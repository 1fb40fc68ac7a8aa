"""Hearing a program out: both streams with caps, until it has ended or must be ended."""

from __future__ import annotations

import os
import selectors
import time
from contextlib import closing

HEAD, TAIL = 64 * 1024, 192 * 1024
"""Bytes of a stream that are kept: its beginning and its end."""
FLOOD = 64 * 1024 * 1024
"""Bytes of output after which a program is ended."""


class Kept:
    """The beginning and the end of a stream."""

    def __init__(self) -> None:
        self.head, self.tail, self.size = b"", b"", 0

    def add(self, part: bytes) -> None:
        self.size += len(part)
        room = HEAD - len(self.head)
        self.head += part[:room]
        self.tail = (self.tail + part[room:])[-TAIL:] if len(part) > room else self.tail

    @property
    def text(self) -> str:
        """What is kept, what is no text replaced, and how much is left out."""
        left_out = self.size - len(self.head) - len(self.tail)
        gap = f"\n[{left_out} bytes left out]\n".encode() if left_out else b""
        return (self.head + gap + self.tail).decode(errors="replace")


def hear(ended: int, pipes: list[int], kept: tuple[Kept, Kept], seconds: float) -> str:
    """Read both pipes until `ended` is readable; why the program must be ended instead, or ""."""
    until = time.monotonic() + seconds
    with closing(selectors.DefaultSelector()) as selector:
        for fd, stream in zip(pipes, kept, strict=True):
            os.set_blocking(fd, False)
            selector.register(fd, selectors.EVENT_READ, stream)
        selector.register(ended, selectors.EVENT_READ, None)
        while True:
            ready = selector.select(max(until - time.monotonic(), 0.0))
            over = not ready
            for key, _ in ready:
                if key.data is None:
                    over = True
                elif not _take(key.fd, key.data):
                    selector.unregister(key.fd)
            if sum(stream.size for stream in kept) > FLOOD:
                return "too much output"
            if time.monotonic() >= until:
                return "timeout"
            if over:
                break
    for fd, stream in zip(pipes, kept, strict=True):
        while _take(fd, stream):
            pass
    return ""


def _take(fd: int, stream: Kept) -> bool:
    try:
        part = os.read(fd, 1 << 16)
    except BlockingIOError:
        return False
    stream.add(part)
    return bool(part)
