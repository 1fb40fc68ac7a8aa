import contextlib
import io
import unittest

from rules.cli import main
from rules.common import DATA
from rules.ruleset import OUTCOMES
from rules.summary import WORDS, sentences


class Sentences(unittest.TestCase):
    def test_one(self):
        self.assertEqual(sentences([("hold", 1)])[:2], ["1 consignment", "1 held"])

    def test_none(self):
        self.assertEqual(sentences([])[0], "no consignments")

    def test_every_outcome_has_a_word(self):
        self.assertEqual(tuple(WORDS), OUTCOMES)

    def test_command(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            main(["summary", str(DATA / "sample.jsonl")])
        self.assertEqual(out.getvalue().splitlines()[:2], ["6 consignments", "1 refused"])
