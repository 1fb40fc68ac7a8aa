import unittest

from rosters.subject import TAG, subject_of

HEADING = "day,vessel,quay,post,crew,start,end\n"


def week(day: str) -> str:
    return subject_of(HEADING + day + ",Alkor,Brattvik,mate,c104,06:00,14:00\n")


class Subjects(unittest.TestCase):
    def test_weeks(self):
        self.assertEqual(week("2026-06-07"), f"{TAG} crew roster, week 1")
        self.assertEqual(week("2026-07-06"), f"{TAG} crew roster, week 6")

    def test_nothing(self):
        self.assertEqual(subject_of(HEADING), "")
