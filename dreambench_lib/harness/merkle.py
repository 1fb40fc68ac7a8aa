"""A Merkle tree over a run's receipts (the hashing of RFC 6962): one root for all of them.

Leaves and inner nodes are hashed apart, so that no inner node can pass for a receipt.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


class Merkle:
    """The root of what was added so far, in memory that grows with the logarithm of it.

    >>> tree = Merkle()
    >>> for receipt in (b"a", b"b", b"c"):
    ...     tree.add(receipt)
    >>> tree.root == merkle_root([b"a", b"b", b"c"])
    True
    """

    def __init__(self) -> None:
        self._whole: list[tuple[int, bytes]] = []
        """Complete subtrees, left to right, each with its size: powers of two that shrink."""

    def add(self, leaf: bytes) -> None:
        size, node = 1, _hash(b"\0", leaf)
        while self._whole and self._whole[-1][0] == size:
            _, left = self._whole.pop()
            size, node = 2 * size, _hash(b"\1", left, node)
        self._whole.append((size, node))

    @property
    def root(self) -> str:
        """SHA-256, hex; of nothing, the digest of nothing."""
        if not self._whole:
            return hashlib.sha256().hexdigest()
        *lefts, (_, node) = self._whole
        for _, left in reversed(lefts):
            node = _hash(b"\1", left, node)
        return node.hex()


def merkle_root(leaves: Iterable[bytes]) -> str:
    """The root over `leaves` in their order."""
    tree = Merkle()
    for leaf in leaves:
        tree.add(leaf)
    return tree.root


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()
