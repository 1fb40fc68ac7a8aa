"""``make paper``: the paper as a PDF, where there is a LaTeX.

``python -m dreambench_lib.report.typeset``
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from dreambench_lib.errors import BadInput, DreamBenchError
from dreambench_lib.report.paper import MAIN, all_records, numbers, used_numbers
from dreambench_lib.report.places import shown


def typeset(main: Path = MAIN) -> Path:
    """Check the source against the records, then run LaTeX twice; the same bytes each time."""
    used_numbers(numbers(all_records()), main)
    if shutil.which("pdflatex") is None:
        raise BadInput(
            "there is no pdflatex: "
            "apt-get install --no-install-recommends texlive-latex-recommended"
        )
    # Neither the PDF's date nor its id may come from the clock.
    fixed = {**os.environ, "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}
    with tempfile.TemporaryDirectory() as place:
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error"]
        for _ in range(2):
            done = subprocess.run(
                [*command, f"-output-directory={place}", main.name],
                cwd=main.parent,
                env=fixed,
                capture_output=True,
                text=True,
                errors="replace",
            )
            if done.returncode:
                told = [line for line in done.stdout.splitlines() if line.startswith("!")]
                raise DreamBenchError(f"{main.name} does not compile: {' '.join(told) or '?'}")
        pdf = main.with_suffix(".pdf")
        shutil.copyfile(Path(place) / pdf.name, pdf)
    return pdf


def main() -> int:
    try:
        print(shown(typeset()))
    except DreamBenchError as fault:
        sys.stderr.write(f"{fault}\n")
        return fault.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
