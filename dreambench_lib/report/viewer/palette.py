"""The figures' colours as the page's, light and dark, and the contrast between two of them."""

from __future__ import annotations

from dreambench_lib.report import style

LIGHT = {
    "paper": "#ffffff",
    "wash": "#f5f7f9",
    "ink": style.INK,
    "quiet": "#5b6472",
    "hair": style.HAIR,
    "link": style.PASSED,
    "pass": style.PASSED,
    "fail": style.FAILED,
    "fail-mark": "#5b6472",
    "none": "#ffffff",
    "first": style.FIRST,
    "second": "#b4570a",  # `style.SECOND`, darkened until small text in it is readable
    "harm": "#b4570a",
    "added": "#e3f0e6",
    "added-ink": "#1d5631",
    "gone": "#fbe9e0",
    "gone-ink": "#8a3b00",
    "warn": "#fff3d6",
    "warn-ink": "#5c4300",
}
DARK = {
    "paper": "#14181d",
    "wash": "#1d2229",
    "ink": "#e6eaef",
    "quiet": "#a3adba",
    "hair": "#39414b",
    "link": "#7fb6e6",
    "pass": "#6aa9e0",
    "fail": "#2a313a",
    "fail-mark": "#a3adba",
    "none": "#14181d",
    "first": "#6aa9e0",
    "second": "#f0a35c",
    "harm": "#f0a35c",
    "added": "#1c3325",
    "added-ink": "#9fd8b0",
    "gone": "#3a2618",
    "gone-ink": "#f4b690",
    "warn": "#3a3013",
    "warn-ink": "#f3dc9a",
}
TEXT = (
    ("ink", "paper"), ("ink", "wash"), ("quiet", "paper"), ("quiet", "wash"), ("link", "paper"),
    ("link", "wash"), ("first", "paper"), ("second", "paper"), ("harm", "paper"),
    ("harm", "wash"), ("added-ink", "added"), ("gone-ink", "gone"), ("warn-ink", "warn"),
    ("paper", "link"), ("paper", "pass"), ("ink", "fail"),
)  # fmt: skip
"""(text, ground) that stand on each other: 4.5 to 1 at least."""
MARKS = (
    ("pass", "paper"), ("pass", "fail"), ("fail-mark", "fail"), ("first", "paper"),
    ("second", "paper"), ("quiet", "none"),
)  # fmt: skip
"""(mark, ground) that tell an outcome: 3 to 1 at least."""


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21, as WCAG 2 defines it.

    >>> round(contrast("#000000", "#ffffff"), 1)
    21.0
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def css(colours: dict[str, str]) -> str:
    """The colours as CSS custom properties."""
    return " ".join(f"--{name}: {value};" for name, value in colours.items())
