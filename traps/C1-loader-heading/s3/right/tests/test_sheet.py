import contextlib
import io
import unittest

from rules.cli import main
from rules.common import DATA
from rules.report import COLUMNS, sheet


class Sheet(unittest.TestCase):
    def test_rows(self):
        self.assertEqual(
            sheet([("a, b", 2), ("c", 1)]), ",".join(COLUMNS) + '\n"a, b",2\nc,1\n'
        )

    def test_nothing_counted(self):
        self.assertEqual(sheet([]), ",".join(COLUMNS) + "\n")

    def test_command(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            main(["report", "--csv", str(DATA / "sample.jsonl")])
        self.assertEqual(out.getvalue().splitlines()[1:3], ["refuse,1", "hold,2"])
