"""Secrets taken out of whatever is kept or passed back."""

from __future__ import annotations

import re
from collections.abc import Iterable

MARK = b"[redacted]"
_LOOKS_LIKE_A_KEY = re.compile(
    rb"\b(?:sk|rk|pk)-[A-Za-z0-9_*-]{12,}|(?<=Bearer )[A-Za-z0-9._~+/-]{8,}"
)


class Redactor:
    """Takes out the given secrets and whatever has the form of a provider's key.

    >>> Redactor(["tok3n"])(b"key tok3n, Bearer abcdefgh12, sk-0123456789abcdef")
    b'key [redacted], Bearer [redacted], [redacted]'
    """

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = sorted((s.encode() for s in secrets if s), key=len, reverse=True)

    def __call__(self, data: bytes) -> bytes:
        for secret in self._secrets:
            data = data.replace(secret, MARK)
        return _LOOKS_LIKE_A_KEY.sub(MARK, data)
