import unittest

from rosters.cards import card_of
from rosters.safety import LINE, line_for

HEADING = "day,vessel,quay,post,crew,start,end\n"


class Cards(unittest.TestCase):
    def test_line_once_at_the_end(self):
        rows = (
            "2026-06-11,Castor,Brattvik,mate,c104,06:00,14:00\n"
            "2026-06-10,Dubhe,Yttervik,mate,c104,06:00,14:00\n"
        )
        lines = card_of(HEADING + rows, "c104")
        self.assertEqual(lines[1], "2026-06-10 06:00-14:00 Dubhe")
        self.assertEqual(lines[3:], [LINE])

    def test_the_steamer_has_none(self):
        self.assertEqual(line_for("Electra"), "")

    def test_no_shifts_no_card(self):
        self.assertEqual(card_of(HEADING, "c104"), [])
