"""Check values over the bytes of a frame."""

from __future__ import annotations

from collections.abc import Callable

Checksum = Callable[[bytes], bytes]


def xor8(data: bytes) -> bytes:
    """All bytes combined by exclusive or: one byte."""
    value = 0
    for byte in data:
        value ^= byte
    return bytes([value])


def shifted(value: int, data: bytes, width: int, polynomial: int) -> int:
    """The register of a cyclic check of `width` bits after `data`, `value` before it."""
    top, mask = 1 << (width - 1), (1 << width) - 1
    for byte in data:
        value ^= byte << (width - 8)
        for _ in range(8):
            value = (value << 1) ^ (polynomial if value & top else 0)
    return value


def crc16(data: bytes) -> bytes:
    """The cyclic check of CCITT, polynomial 1021, register full of ones: two bytes."""
    return shifted(0xFFFF, data, 16, 0x1021).to_bytes(2, "big")


START_24 = {{start}}
"""What the units of the third series have in the register before a log."""


def crc24(data: bytes) -> bytes:
    """The cyclic check that seals a log, polynomial 864cfb: three bytes."""
    return shifted(START_24, data, 24, 0x864CFB).to_bytes(3, "big")


def crc24_of(text: str) -> str:
    """The same for bytes given in hexadecimal, as a hexadecimal number."""
    return f"0x{crc24(bytes.fromhex(text)).hex()}"


def seal(data: bytes) -> list[str]:
    """What one needs to compare a log with its seal."""
    return [
        f"bytes {len(data)}",
        f"start {crc24_of('')}",
        f"seal {crc24_of(data.hex())}",
    ]
