"""The Merkle root against its definition, written out recursively."""

from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.harness.merkle import merkle_root


def by_definition(leaves: list[bytes]) -> bytes:
    """RFC 6962, section 2.1: split at the largest power of two below the count."""
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    cut = 1
    while cut * 2 < len(leaves):
        cut *= 2
    left, right = by_definition(leaves[:cut]), by_definition(leaves[cut:])
    return hashlib.sha256(b"\1" + left + right).digest()


@given(st.lists(st.binary(max_size=4), max_size=40))
def test_streamed_root_is_the_defined_one(leaves: list[bytes]) -> None:
    assert merkle_root(leaves) == by_definition(leaves).hex()


@given(st.lists(st.binary(max_size=3), min_size=1, max_size=12), st.data())
def test_any_change_changes_the_root(leaves: list[bytes], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(leaves) - 1))
    other = data.draw(st.binary(max_size=3).filter(lambda leaf: leaf != leaves[place]))
    assert merkle_root(leaves) != merkle_root([*leaves[:place], other, *leaves[place + 1 :]])
    assert merkle_root(leaves) != merkle_root(leaves[:-1])


def test_known_answers() -> None:
    """The empty and the one-leaf tree of RFC 6962's well-known vectors."""
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert merkle_root([]) == empty
    assert merkle_root([b""]) == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
