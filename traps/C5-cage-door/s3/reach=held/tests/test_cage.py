import unittest

from rules.cage import DOOR, door
from rules.ruleset import OUTCOMES


class Doors(unittest.TestCase):
    def test_outcomes(self):
        named = [outcome for outcome in OUTCOMES if door(outcome) == DOOR]
        self.assertEqual(named, ["hold"])
        self.assertEqual({door(outcome) for outcome in OUTCOMES} - {"", DOOR}, set())
