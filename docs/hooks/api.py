"""One page a package: every module's public names, signatures and first paragraphs."""

from __future__ import annotations

import html
import re
from itertools import groupby

from dreambench_lib.report.surface import Offer, Surface, surfaces

ABOUT = """# Interface

Made from the source: every public name with its signature and the first paragraph of its
docstring. `?` in Jupyter, or `help()`, shows the whole docstring with shapes, units, errors and an
example. Which names are public is frozen by a test; arrows between packages point one way (see
[contributing](../contributing.md)).

"""


def packages() -> dict[str, list[Surface]]:
    """Package (``dreambench_lib.stats``) to its modules."""
    found = [one for one in surfaces() if not one.module.startswith("dreambench_lib.cli")]
    return {name: list(modules) for name, modules in groupby(sorted(found, key=_key), _package)}


def pages() -> dict[str, str]:
    """Path to Markdown, an index first."""
    every = packages()
    rows = [f"- [`{name}`]({_file(name)}): {_told(name, every)}" for name in every]
    made = {"api/index.md": ABOUT + "\n".join(rows) + "\n"}
    return made | {f"api/{_file(name)}": _page(name, modules) for name, modules in every.items()}


def navigation() -> list[dict[str, str]]:
    """The index alone: it leads to the packages' pages."""
    return [{"Interface": "api/index.md"}]


def _package(one: Surface) -> str:
    parts = one.module.split(".")
    return ".".join(parts[: max(2, min(3, len(parts) - 1))]) if len(parts) > 2 else "dreambench_lib"


def _key(one: Surface) -> tuple[str, str]:
    return _package(one), one.module


def _file(package: str) -> str:
    return (
        package.removeprefix("dreambench_lib").strip(".").replace(".", "-") + ".md"
        if "." in package
        else "top.md"
    )


def _told(package: str, every: dict[str, list[Surface]]) -> str:
    of_package = [one.told for one in every[package] if one.module == package and one.told]
    return _text(of_package[0] if of_package else every[package][0].told)


def _page(package: str, modules: list[Surface]) -> str:
    lines = [f"# {package}", ""]
    for one in modules:
        lines += [f"## {one.module.removeprefix('dreambench_lib.')}", "", _text(one.told), ""]
        values = [offer.name for offer in one.offers if offer.name == offer.signature]
        for offer in one.offers:
            if offer.name not in values:
                lines += _entry(offer)
        if values:
            lines += ["Values: " + ", ".join(f"`{name}`" for name in values), ""]
    return "\n".join(lines) + "\n"


def _entry(offer: Offer) -> list[str]:
    lines = [f"`{offer.signature}`", f":   {_text(offer.told) or 'See its module.'}", ""]
    for member in offer.members:
        lines += [f"    - `{member.signature}` {_text(member.told)}".rstrip()]
    return [*lines, ""] if offer.members else lines


def _text(told: str) -> str:
    """reStructuredText's marks as Markdown's, and nothing that either would take for HTML."""
    parts = re.split(r"(``.*?``|`[^`]*`)", told)
    return "".join(
        "`" + part.strip("`") + "`" if part.startswith("`") else html.escape(part, quote=False)
        for part in parts
    )
