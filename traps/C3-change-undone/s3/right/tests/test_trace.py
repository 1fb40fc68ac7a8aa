import unittest

from relay import acks, trace


class TraceTest(unittest.TestCase):
    def test_prefix(self):
        self.assertEqual(trace.number(7), f"{trace.PREFIX}.000007")

    def test_agents_read_digits(self):
        self.assertIn("number 000007", acks.lines("tides", 7))

    def test_serials(self):
        for numbered in (trace.number, trace.digits):
            with self.assertRaises(ValueError):
                numbered(0)
