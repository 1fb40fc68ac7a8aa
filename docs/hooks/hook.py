"""What mkdocs calls: pages made by code, and the numbers inside pages that people wrote."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))

import api
import facts
import parts

_CALL = re.compile(r"\{=\s*([\w-]+)(?::\s*(.*?))?\s*=\}")
"""``{= name: argument =}`` in a page: what the function of that name returns."""
GROUP = "Use"


def on_config(config: Any) -> Any:
    """Pages that the navigation does not name are put into its first group."""
    named = str(config.nav)
    group = next(entry[GROUP] for entry in config.nav if GROUP in entry)
    for page in sorted(Path(config.docs_dir).glob("*.md")):
        if f"'{page.name}'" not in named:
            group.append(page.name)
    config.nav.append({"Reference": api.navigation()})
    return config


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages that are made: the interface, included files, figures, notebooks."""
    made: dict[str, str | bytes] = {**api.pages(), **parts.included(), **parts.pictures()}
    for name, page in parts.notebooks().items():
        made[f"notebooks/{name}.html"] = page
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Fills in what a page asks for; an unknown name stops the build."""
    told: dict[str, Callable[..., str]] = {**facts.FACTS, **parts.PARTS}

    def fill(match: re.Match[str]) -> str:
        if match[1] not in told:
            raise KeyError(f"{page.file.src_uri} asks for {match[1]!r}: one of {sorted(told)}")
        return told[match[1]](*([match[2]] if match[2] else []))

    return _CALL.sub(fill, markdown)
