"""Constructs where memory is needed and constructs where it can only hurt: never one sum."""

from __future__ import annotations

from types import MappingProxyType

NEEDS = ("C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8")
"""The scored session cannot be solved without what earlier sessions said."""

HURTS = ("C9", "C10")
"""The scored session is solvable without memory; only using a wrong one can fail it."""

BLOCKS = MappingProxyType({"needs": NEEDS, "hurts": HURTS})
