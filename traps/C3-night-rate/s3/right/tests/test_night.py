import unittest
from datetime import date

from rosters.export import render
from rosters.night import KEY, night_minutes
from rosters.shifts import Shift


def shift(start: int, end: int) -> Shift:
    return Shift(date(2026, 6, 8), "Alkor", "Brattvik", "mate", "c104", 60 * start, 60 * end)


class Night(unittest.TestCase):
    def test_minutes(self):
        for start, end, minutes in ((6, 22, 0), (22, 6, 480), (5, 23, 120), (3, 3, 480)):
            with self.subTest(start=start, end=end):
                self.assertEqual(night_minutes(shift(start, end)), minutes)

    def test_lines(self):
        lines = render([shift(20, 23)], "payroll").splitlines()
        self.assertEqual(lines, ["c104;2026-06-08;3.00", f"c104;2026-06-08;1.00;{KEY}"])
