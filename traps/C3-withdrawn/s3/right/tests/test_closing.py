import unittest

from ledger import channels, closing, entries, export


class Summary(unittest.TestCase):
    def test_counts_and_sums(self):
        booked = entries.parse("2026-03-02; 8400; A; 1000\n2026-03-02; 8400; B; 234.50\n")
        self.assertEqual(closing.summary(booked), "2 rows, sum 1 234.50")
        self.assertEqual(closing.summary(booked[:1]), "1 row, sum 1 000.00")


class Closing(unittest.TestCase):
    def test_every_channel_ends_with_it(self):
        for name in channels.names():
            with self.subTest(name):
                text = export.from_text("2026-03-02; 8400; A; 1000", name)
                self.assertEqual(text.splitlines()[-1], closing.closing())
                self.assertNotIn("", text.splitlines()[-2:])
