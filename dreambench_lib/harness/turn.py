"""What one agent's turn did to a repository: the tree it counts as, and how that differs."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from ..memo import if_small
from ..trees import Changes, Entry, Tree, changes, digest, weight
from .control_files import strip


class Turn(NamedTuple):
    """A turn as the record has it."""

    end: Tree
    """What the agent left, without its control files."""
    control: tuple[str, ...]
    """Those files."""
    diff: Changes
    start_digest: str
    end_digest: str


def turn(start: Tree, left: Tree) -> Turn:
    """The turn from `start` to what the agent `left`."""
    return _turn(tuple(start.items()), tuple(left.items()))


_Items = tuple[tuple[bytes, Entry], ...]


@if_small(64, lambda start, left: weight(start) + weight(left))
def _turn(start: _Items, left: _Items) -> Turn:
    old = dict(start)
    end, control = strip(old, dict(left))
    diff = changes(old, end)
    # Read-only, since whoever asks next is given the same.
    return Turn(MappingProxyType(end), control, MappingProxyType(diff), digest(old), digest(end))
