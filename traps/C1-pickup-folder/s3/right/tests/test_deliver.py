import unittest

from rosters.deliver import STEM, name_of

HEADING = "day,vessel,quay,post,crew,start,end\n"


class Names(unittest.TestCase):
    def test_week_of_the_earliest_day(self):
        rows = (
            "2026-06-15,Alkor,Brattvik,mate,c104,06:00,14:00\n"
            "2026-06-14,Alkor,Brattvik,mate,c104,06:00,14:00\n"
        )
        self.assertEqual(name_of(HEADING + rows), f"{STEM}-2026w24.csv")

    def test_nothing(self):
        self.assertEqual(name_of(HEADING), "")
