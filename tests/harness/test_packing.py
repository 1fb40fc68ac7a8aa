"""Packing: the content comes back whatever its pieces were, and no fault of the disk is lost."""

from __future__ import annotations

import hashlib
import io
import lzma
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.harness import packing as packings
from dreambench_lib.harness.packing import Packing, pack, packing


@given(st.lists(st.binary(max_size=40), max_size=12), st.integers(1, 64))
def test_what_was_written_in_any_pieces_is_read_back(pieces: list[bytes], part: int) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(packings, "MIB", part)
        path = Path(folder) / "log.jsonl.xz"
        with packing(path) as target:
            for piece in pieces:
                target.write(piece)
            digest = target.digest
        content = b"".join(pieces)
        assert lzma.decompress(path.read_bytes()) == content
        assert digest == hashlib.sha256(content).hexdigest()
        (plain := Path(folder) / "plain").write_bytes(content)
        pack(plain, again := Path(folder) / "again.xz")
        assert lzma.decompress(again.read_bytes()) == content


def test_a_digest_asked_for_on_the_way_does_not_end_the_content(tmp_path: Path) -> None:
    with packing(tmp_path / "a.xz") as target:
        target.write(b"one")
        assert target.digest == hashlib.sha256(b"one").hexdigest()
        target.write(b"two")
    assert lzma.decompress((tmp_path / "a.xz").read_bytes()) == b"onetwo"


class Full(io.RawIOBase):
    """A disk without room."""

    def write(self, data: object) -> int:
        raise OSError(28, "No space left on device")


def fill(target: Packing, pieces: int) -> str:
    for _ in range(pieces):
        target.write(b"x" * packings.MIB)
    return target.digest


@pytest.mark.parametrize("pieces", [1, 3])
def test_a_full_disk_is_a_fault_of_whoever_writes(pieces: int) -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(OSError, match="No space left"):
        fill(Packing(Full(), pool), pieces)  # type: ignore[arg-type]


def test_long_repeats_take_little_room(tmp_path: Path) -> None:
    """What the settings are for: cells that share their text."""
    text = b"".join(hashlib.sha256(bytes([n])).digest() for n in range(256))
    with packing(tmp_path / "a.xz") as target:
        for number in range(500):
            target.write(text + str(number).encode())
    assert (tmp_path / "a.xz").stat().st_size < 3 * len(text)
