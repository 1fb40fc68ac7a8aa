"""What a probe can see and do: the questions of the self-check battery, asked as ordinary calls.

Shipped in as the *tree under test*, so it stands where hostile code would stand. Every try is
bounded in count and size, no kernel setting is written, nothing is sent anywhere but to loopback.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any

MIB = 1024 * 1024


def refusal(action: Callable[..., Any], *args: Any) -> str:
    """The name of the error `action` ends in, or "allowed"."""
    try:
        action(*args)
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    except (MemoryError, ValueError) as error:
        return type(error).__name__
    return "allowed"
