"""Generated problems for the independent programs: modest sizes, one fixed seed."""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

SEED = 260820664
# (cases, clusters from, to, largest score)
SIGNFLIP = [
    (50, 1, 12, 3),
    (80, 13, 60, 3),
    (40, 61, 200, 3),
    (3, 500, 900, 3),
    (20, 5, 60, 1),
    (30, 5, 40, 12),
    (15, 5, 30, 100),
]


def signflip_cases() -> Iterator[tuple[int, str]]:
    """Score lists with varying drift, so that p-values of all sizes occur."""
    rng = random.Random(SEED)
    case = 0
    for cases, least, most, largest in SIGNFLIP:
        for _ in range(cases):
            drift = rng.choice([0.5, 0.5, 0.6, 0.75])
            sizes = [rng.randint(0, largest) for _ in range(rng.randint(least, most))]
            sizes[0] = sizes[0] or 1  # coin has no answer when every score is zero
            scores = [size if rng.random() < drift else -size for size in sizes]
            yield case, " ".join(map(str, scores))
            case += 1


def binomial_cases() -> Iterator[tuple[int, int]]:
    """Discordant counts (b, c)."""
    rng = random.Random(SEED + 1)
    yield from [(21, 15), (22, 31), (83, 9), (24, 3), (0, 1), (1, 0)]
    for _ in range(54):
        yield rng.randint(0, 90), rng.randint(1, 90)


def holm_cases() -> Iterator[tuple[int, str]]:
    """Families of two to ten p-values, some tied."""
    rng = random.Random(SEED + 2)
    for case in range(40):
        p = [round(rng.random() ** rng.choice([1, 4]), 6) for _ in range(rng.randint(2, 10))]
        yield case, " ".join(map(str, [*p, rng.choice(p)]))


def write(folder: Path) -> None:
    """Writes the three files of cases into a folder."""
    tables: dict[str, tuple[tuple[str, str], Iterable[tuple[object, object]]]] = {
        "signflip_cases.csv": (("case", "scores"), signflip_cases()),
        "binomial_cases.csv": (("b", "c"), binomial_cases()),
        "holm_cases.csv": (("case", "p"), holm_cases()),
    }
    for name, (header, rows) in tables.items():
        with (folder / name).open("w", newline="") as lines:
            writer = csv.writer(lines, lineterminator="\n")
            writer.writerow(header)
            writer.writerows(rows)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
