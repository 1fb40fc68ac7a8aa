import unittest

from rosters.cards import card_of
from rosters.safety import LINE, line_for

HEADING = "day,vessel,quay,post,crew,start,end\n"


class Cards(unittest.TestCase):
    def test_the_tug_has_the_line(self):
        self.assertEqual(line_for("Castor"), LINE)

    def test_no_shifts_no_card(self):
        self.assertEqual(card_of(HEADING, "c104"), [])
