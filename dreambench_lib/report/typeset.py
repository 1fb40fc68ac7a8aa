"""``make paper``: the paper as a PDF, where there is a LaTeX; a stale or typed number stops it.

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
from dreambench_lib.report.paper import (
    MAIN,
    Records,
    all_records,
    claims_text,
    numbers,
    numbers_text,
    used_numbers,
)
from dreambench_lib.report.paper_tables import made_tables
from dreambench_lib.report.places import shown
from dreambench_lib.shipped import need_tree


def typeset(main: Path = MAIN) -> Path:
    """Check the source against the records, then run LaTeX twice; the same bytes each time.

    Raises:
        BadInput: no LaTeX, a number that no record has, or made files that are stale.
        DreamBenchError: LaTeX's own faults, as it words them.
    """
    need_tree("paper")
    records = all_records()
    used_numbers(numbers(records), main)
    refuse_stale(records, main.parent)
    if shutil.which("pdflatex") is None:
        raise BadInput(
            "there is no pdflatex: run  apt-get install --no-install-recommends "
            "texlive-latex-recommended  (all of the paper's numbers, tables and claims are in "
            "paper/rendered/09-paper.html, too)"
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


def refuse_stale(records: Records, folder: Path) -> None:
    """Refuse made files of the paper that are not what the records say: stale, or edited."""
    made = {"numbers.tex": numbers_text(numbers(records)), "claims.tex": claims_text(records)}
    made |= {f"tables/{name}.tex": one.latex() for name, one in made_tables(records).items()}
    for name, text in made.items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            raise BadInput(
                f"{shown(folder)}/{name} is not what the records say: "
                "run 'dreambench reproduce --only 09'"
            )


def main() -> int:
    """Typeset the paper and print where it is; a fault is one sentence."""
    try:
        print(shown(typeset()))
    except DreamBenchError as fault:
        sys.stderr.write(f"{fault}\n")
        return fault.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
