"""Values leave a notebook as records: JSON that later notebooks, the paper and tests read."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from IPython.core.getipython import get_ipython
from IPython.display import publish_display_data

from dreambench_lib.errors import BadInput
from dreambench_lib.report.places import shown

MIME = "application/vnd.dreambench.record+json"
"""A record travels inside the executed notebook, as an output that no front end shows."""

Value = None | bool | int | float | str | list[Any] | dict[str, Any]

_recorded: dict[str, Value] = {}


def record(name: str, value: Any) -> None:
    """Keep `value` under `name`, exactly; the same name cannot take a second value.

    Fractions become ``"a/b"``. What JSON has no word for (NaN, a frame, a NumPy array) is refused,
    since its text form would be a second, unstated conversion.
    """
    plain = _plain(value, name)
    if name in _recorded and _recorded[name] != plain:
        raise BadInput(
            f"record {name!r} has the value {_recorded[name]!r} and cannot become {plain!r}: "
            "give one of them another name"
        )
    _recorded[name] = plain
    if get_ipython() is not None:
        publish_display_data(  # type: ignore[no-untyped-call]
            {MIME: {"name": name, "value": plain}}
        )


def recorded() -> dict[str, Value]:
    """What this notebook has recorded so far."""
    return dict(_recorded)


def start_records() -> None:
    """Forget earlier records: a notebook's parameters were set (again)."""
    _recorded.clear()


def records(path: Path | str) -> dict[str, Value]:
    """The records of an executed notebook (``.ipynb``), or of the JSON file beside it."""
    path = Path(path)
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise BadInput(f"{shown(path)} holds no records: run its notebook first") from None
    return of_notebook(content) if path.suffix == ".ipynb" else dict(content["records"])


def write_records(values: dict[str, Value], path: Path, **about: Value) -> None:
    """Records in the order they were made, after what is said about them (notebook, source)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({**about, "records": values}, indent=1, ensure_ascii=False, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")


def of_notebook(content: dict[str, Any]) -> dict[str, Value]:
    """The records inside an executed notebook."""
    found: dict[str, Value] = {}
    for cell in content["cells"]:
        for out in cell.get("outputs", ()):
            if MIME in out.get("data", {}):
                entry = out["data"][MIME]
                found[entry["name"]] = entry["value"]
    return found


def _plain(value: Any, name: str) -> Value:
    """`value` as JSON would give it back, so that equal records compare equal."""
    try:
        return json.loads(json.dumps(value, allow_nan=False, default=_fraction))  # type: ignore[no-any-return]
    except (TypeError, ValueError):
        raise BadInput(
            f"record {name!r} is a {type(value).__name__} that JSON cannot hold: "
            "record a finite number, a fraction, text, a list or a dictionary"
        ) from None


def _fraction(value: Any) -> str:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    raise TypeError
