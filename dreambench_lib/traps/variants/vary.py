"""A trap's variant: every text of the template rewritten, and validated like any template."""

from __future__ import annotations

from typing import Any

from ...errors import BadInput
from ..template import Template
from .names import renames, variant_id
from .rewrite import Rewriter


def variant(trap: Template, number: int) -> Template:
    """Variant `number` of `trap`; 0 is the trap itself. A pure function of the two."""
    if not number:
        return trap
    files = trap.fixture.files
    written = [
        path
        for session in trap.sessions
        for tree in (session.right, *session.overlays.values(), *session.wrong.values())
        for path in tree
    ]
    rewriter = Rewriter(renames([*files, *written], files, number))
    data: dict[str, Any] = rewriter.value(trap.model_dump())
    try:
        return Template.model_validate({**data, "id": variant_id(trap.id, number)})
    except ValueError as fault:
        raise BadInput(
            f"variant {number} of {trap.id} does not load: {fault}: rename what clashes"
        ) from None


def versions(trap: Template, count: int) -> list[Template]:
    """`count` versions: the trap and its first ``count - 1`` variants."""
    return [variant(trap, number) for number in range(count)]
