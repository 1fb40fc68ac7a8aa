import unittest

from rules.lockers import WALL, WORD, code
from rules.receipts import receipt_for


def last_line(**fields):
    return receipt_for({"id": "K-1", "lane": "road", "receiver": {"country": "NO"}, **fields})[-1]


class Doors(unittest.TestCase):
    def test_code(self):
        self.assertEqual(code("K-20/7"), f"{WALL} {WORD} K-20/7")

    def test_who_gets_it(self):
        self.assertEqual(last_line(after_hours=True), f"door {code('K-1')}")
        for fields in ({}, {"after_hours": False}, {"after_hours": True, "weight": 31}):
            with self.subTest(fields=fields):
                self.assertNotIn("door", last_line(**fields))
