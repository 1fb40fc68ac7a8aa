"""Hearing a probe out: pipes read with caps until a deadline, and one question in time."""

from __future__ import annotations

import os
import selectors
import time
from typing import NamedTuple, Protocol

from .base import TIMEOUT, SessionLost

GRACE = 5.0
"""Seconds that a killed namespace may take to be gone."""
READY = b"ready\n"
FLOOD = "too much output"


class Started(Protocol):
    """A probe that runs; its descriptor is readable when it (and all it started) is dead."""

    def fileno(self) -> int: ...
    def status(self) -> int: ...
    def kill(self) -> None: ...


class Heard(NamedTuple):
    """What came out of a probe's pipes."""

    answer: bytes
    out: bytes
    err: bytes
    status: int
    fault: str
    """Why we ended it (``timeout``, ``too much output`` …), or ""."""


class _Stream:
    """One pipe that is read until it is too much."""

    def __init__(self, fd: int, cap: int) -> None:
        self.fd, self.cap, self.data = fd, cap, b""

    def fileno(self) -> int:
        return self.fd

    @property
    def full(self) -> bool:
        return len(self.data) > self.cap

    def read(self) -> bool:
        """Take what is there; False if that was nothing (the end, or all there is by now)."""
        try:
            part = os.read(self.fd, 1 << 16)
        except BlockingIOError:
            return False
        if not self.full:
            self.data += part
        return bool(part)


class _Questions:
    """What is still to be sent, over a pipe that must never block us."""

    def __init__(self, fd: int, first: bytes) -> None:
        self.fd, self.left = fd, first

    def fileno(self) -> int:
        return self.fd

    def send(self) -> bool:
        """Send what fits; False when nothing is left (or nobody listens any more)."""
        try:
            self.left = self.left[os.write(self.fd, self.left) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self.left = b""
        return bool(self.left)


class Listener:
    """One probe's conversation, from its start to the death of everything it started."""

    def __init__(
        self, started: Started, ours: list[int], lines: tuple[bytes, bytes], cap: int
    ) -> None:
        self.started = started
        self.questions, self.later = _Questions(ours[0], lines[0]), lines[1]
        self.streams = [_Stream(fd, cap) for fd in ours[1:]]
        self.fault, self.asked = "", False

    def listen(self, until: float) -> Heard:
        """Hear it out, or end it when `until` has come."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.started, selectors.EVENT_READ)
            for stream in self.streams:
                selector.register(stream, selectors.EVENT_READ)
            if self.questions.send():
                selector.register(self.questions, selectors.EVENT_WRITE)
            killed = False
            while not self._ended(selector, until):
                # However much is heard, time runs: who trickles is late as well.
                late = time.monotonic() >= until
                if late and killed:
                    raise SessionLost("a killed probe did not end")
                if late:
                    self.fault = self.fault or TIMEOUT
                if self.fault and not killed:
                    killed, until = True, time.monotonic() + GRACE
                    self.started.kill()
        # Everybody is dead: what is left in the pipes is all there will ever be.
        for stream in self.streams:
            while not stream.full and stream.read():
                pass
            if stream.full:
                self.fault = self.fault or FLOOD
        answer, out, err = (stream.data for stream in self.streams)
        return Heard(answer, out, err, self.started.status(), self.fault)

    def _ended(self, selector: selectors.BaseSelector, until: float) -> bool:
        """Serve what is ready; whether the probe is dead."""
        ended = False
        for key, _ in selector.select(max(until - time.monotonic(), 0.0)):
            item = key.fileobj
            if item is self.questions:
                if not self.questions.send():
                    selector.unregister(item)
            elif isinstance(item, _Stream):
                if not item.read():
                    selector.unregister(item)
                elif item.full:
                    self.fault = self.fault or FLOOD
            else:
                ended = True
        if not self.asked and not self.fault:
            self._ask(selector)
        return ended

    def _ask(self, selector: selectors.BaseSelector) -> None:
        """Put the question when `ready` was said; nothing else may be said before."""
        said = self.streams[0].data
        if said == READY:
            self.asked = True
            if not self.questions.left:
                selector.register(self.questions, selectors.EVENT_WRITE)
            self.questions.left += self.later
        elif not READY.startswith(said):
            self.fault = "spoke before the question"
