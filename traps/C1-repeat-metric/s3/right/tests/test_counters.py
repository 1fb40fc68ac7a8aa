import unittest

from relay.counters import NAMES, tally


class RepeatsTest(unittest.TestCase):
    def test_all_but_the_first_attempt(self):
        self.assertEqual(tally([(200, 3), (503, 2), (404, 0)])[-1], f"{NAMES['repeats']} 3")

    def test_zero(self):
        self.assertEqual(tally([])[-1], f"{NAMES['repeats']} 0")
