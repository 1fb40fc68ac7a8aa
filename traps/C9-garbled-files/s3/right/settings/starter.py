"""A settings file to begin with: every setting at its default, commented out."""

from __future__ import annotations

import json
from collections.abc import Sequence

from . import desk

HEADING = "# Settings of a freight desk."
MARK = "{{mark}}"


def lines(sections: Sequence[str]) -> list[str]:
    """The lines of a file with the given sections, in the order given."""
    out = [HEADING, f"# {MARK}"] if MARK else [HEADING]
    for section in sections:
        out += ["", f"[{section}]"]
        for field in desk.SCHEMA:
            if field.section == section:
                name = field.path.partition(".")[2]
                out.append(f"#{name} = {json.dumps(field.default)}  # {field.help}")
    return out
