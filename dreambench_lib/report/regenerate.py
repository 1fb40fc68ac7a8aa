"""``make notebooks``: the committed notebooks are the executed ones of a batch with defaults.

``python -m dreambench_lib.report.regenerate [NAME ...]``
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable

from dreambench_lib.errors import DreamBenchError, unknown
from dreambench_lib.report.pairs import NOTEBOOKS, names
from dreambench_lib.report.pipeline import reproduce
from dreambench_lib.report.places import output


def regenerate(chosen: Iterable[str] = ()) -> list[str]:
    """Run the batch (or the steps of these notebooks) and copy what ran beside the sources."""
    wanted = list(chosen) or names()
    for name in wanted:
        if name not in names():
            raise unknown("notebook", name, names())
    reproduce(None, chosen, force=True)
    for name in wanted:
        shutil.copyfile(output("paper", "rendered", f"{name}.ipynb"), NOTEBOOKS / f"{name}.ipynb")
    return wanted


def main() -> int:
    try:
        print("\n".join(f"{name}.ipynb" for name in regenerate(sys.argv[1:])))
    except DreamBenchError as fault:
        sys.stderr.write(f"{fault}\n")
        return fault.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
