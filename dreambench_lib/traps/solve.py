"""Applying a session's solution: whole files with slots filled, copied over the repository."""

from __future__ import annotations

from collections.abc import Mapping

from ..trees import Tree, text_tree
from .slots import render
from .template import SessionSource


def solution_files(session: SessionSource, fills: Mapping[str, str]) -> dict[str, str]:
    """The files a session's solution writes when its slots are filled with `fills`.

    An overlay ``slot=way`` is used instead of ``right/`` when the slot is filled that way.
    """
    files = session.right
    for overlay, replacement in session.overlays.items():
        slot, _, way = overlay.partition("=")
        if fills.get(slot) == way:
            files = replacement
    return {path: render(text, fills) for path, text in files.items()}


def apply_solution(tree: Tree, session: SessionSource, fills: Mapping[str, str]) -> Tree:
    """`tree` with the session's filled solution copied over it."""
    return {**tree, **text_tree(solution_files(session, fills))}


def wrong_tree(tree: Tree, session: SessionSource, name: str, fills: Mapping[str, str]) -> Tree:
    """The named wrong tree: its files (slots filled) over the filled solution on `tree`."""
    files = {path: render(text, fills) for path, text in session.wrong[name].items()}
    return {**apply_solution(tree, session, fills), **text_tree(files)}
