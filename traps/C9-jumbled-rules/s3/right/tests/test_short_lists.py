import unittest

from rules.common import RulesError
from rules.exchange import export, shipped
from rules.ruleset import OUTCOMES, load_rules


class ShortLists(unittest.TestCase):
    def test_one_outcome(self):
        lines = shipped("hold")
        self.assertTrue(lines)
        self.assertTrue(all(line.split()[1] == "hold" for line in lines))

    def test_all_outcomes_together_are_the_whole_list(self):
        whole = shipped()
        self.assertEqual(whole, export(load_rules()))
        parts = [line for outcome in OUTCOMES for line in shipped(outcome)]
        self.assertEqual(sorted(parts), sorted(whole))

    def test_unknown_outcome(self):
        with self.assertRaises(RulesError):
            shipped("keep")
