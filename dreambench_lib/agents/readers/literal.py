"""`reader-literal`: takes the first candidate shown, whatever is said about it."""

from __future__ import annotations

from dreambench_lib.agents.readers.fill import shown_first
from dreambench_lib.agents.readers.reader import Reader


class Literal(Reader):
    """The first match in the order shown; none: the default."""

    policy = (shown_first,)
