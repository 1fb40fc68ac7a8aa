import unittest

from wire import health


class Health(unittest.TestCase):
    def test_counts_noise(self):
        self.assertEqual(health.skipped(bytes.fromhex("00a7030302043c070cffff")), 3)

    def test_no_noise(self):
        self.assertEqual(health.skipped(b""), 0)
        self.assertTrue(health.lines_of("a7030302043c070c")[1].endswith(" 0"))

    def test_both_lines_name_the_counter(self):
        head, value = health.lines(b"\x00")
        self.assertEqual(head.split()[2], value.split()[0])
