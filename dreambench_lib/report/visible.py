"""Text of others as it may stand in a page: escaped, and without characters that nobody sees."""

from __future__ import annotations

from html import escape


def plain(text: object) -> str:
    """`text` with invisible and direction-changing characters as their code points.

    >>> plain("a\\u202eb")
    'a⟨202E⟩b'
    """
    return "".join(mark if mark.isprintable() else f"⟨{ord(mark):04X}⟩" for mark in str(text))


def html(text: object) -> str:
    """`text` for HTML, as content or in an attribute's quotes; line breaks and tabs stay.

    >>> html("<b>\\n")
    '&lt;b&gt;\\n'
    """
    return "".join(escape(mark) if mark in "\n\t" else escape(plain(mark)) for mark in str(text))
