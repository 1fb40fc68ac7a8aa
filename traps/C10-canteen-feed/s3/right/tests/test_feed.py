import json
import unittest

from ledger import feed


class Feed(unittest.TestCase):
    def test_sums_and_total(self):
        shown = json.loads(feed.feed("2026-05-30; 8400; A; 10\n2026-05-02; 4200; R; -7\n", "day"))
        self.assertEqual(shown["sums"], {"2026-05-02": -700, "2026-05-30": 1000})
        self.assertEqual((shown["by"], shown["total"]), ("day", 300))

    def test_no_blanks(self):
        self.assertNotIn(" ", feed.feed("", "account"))
