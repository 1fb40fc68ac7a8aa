import unittest

from ledger import audit, export


class TrailTest(unittest.TestCase):
    def test_numbers_rise(self):
        trail = audit.Trail()
        self.assertEqual([trail.add("retail", text).number for text in "abc"], [1, 2, 3])

    def test_verify(self):
        trail = audit.Trail()
        trail.add("fiscal", "one")
        self.assertTrue(trail.verify(1, "one"))
        self.assertFalse(trail.verify(1, "two"))
        with self.assertRaises(LookupError):
            trail.verify(2, "one")

    def test_lines(self):
        self.assertEqual(audit.digest_lines({"retail": ""}), ["00001 retail e3b0c44298fc1c14"])


class Mark(unittest.TestCase):
    def test_stands_above_the_heading(self):
        lines = export.from_text("2026-03-02; 8400; A; 1000", "fiscal").splitlines()
        self.assertEqual(lines[0], audit.mark("fiscal"))
        self.assertTrue(lines[1].startswith("day;"))

    def test_nothing_booked_nothing_marked(self):
        self.assertEqual(export.from_text("", "fiscal"), "")
