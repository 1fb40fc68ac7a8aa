import unittest
from pathlib import Path

SHEET = Path(__file__).resolve().parents[1] / "docs" / "statuses.txt"


class SheetTest(unittest.TestCase):
    def test_reference(self):
        heading, reference, empty, *rows = SHEET.read_text(encoding="utf-8").splitlines()
        self.assertEqual((heading, empty), ("Answers of the relay", ""))
        self.assertRegex(reference, r"^Reference \S+$")
        self.assertEqual(len(rows), 10)
