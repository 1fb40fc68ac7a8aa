import unittest

from relay import acks


class SealTest(unittest.TestCase):
    def test_last_line(self):
        self.assertEqual(acks.lines("tides", 7, "urgent")[-1], f"seal {acks.SEAL}")

    def test_levels(self):
        sealed = [level for level in acks.URGENCIES if len(acks.lines("tides", 7, level)) == 4]
        self.assertEqual(sealed, [x for x in acks.URGENCIES if acks.SEALED in ("every", x)])
