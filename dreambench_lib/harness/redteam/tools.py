"""Source that several attacks start with."""

from __future__ import annotations

CAPTURE = """
import json, os
asked = []
real = json.loads
def loads(text, *a, **k):
    asked.append(real(text, *a, **k))
    return asked[-1]
json.loads = loads
def say(value):
    data = b'{"nonce": "%s", "value": %s}\\n' % (asked[-1]["nonce"].encode(), value)
    while data:
        data = data[os.write(4, data):]
    os._exit(0)
"""
"""Learns the question on its way in, and can write the answer's frame itself: ``say(b'"x"')``."""

FORKS = """
import os, select
def forks(most):
    made = 0
    try:
        for _ in range(most):
            if os.fork() == 0:
                select.select([], [], [], 10)
                os._exit(0)
            made += 1
    except OSError:
        pass
    return made
"""
"""Starts at most `most` processes that each last for ten seconds."""

TRY = """
import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
def allowed(action, *args):
    try:
        action(*args)
        return True
    except (OSError, MemoryError, ValueError, AttributeError):
        return False
def call(name, *args):
    if getattr(libc, name)(*args) < 0:
        raise OSError(ctypes.get_errno(), name)
"""
"""Whether a call was allowed: ``allowed(call, "unshare", 0x10000000)``."""
