import unittest

from rosters.rest import CODE, breaches
from rosters.shifts import from_text


def two(end: str, start: str) -> list[str]:
    return breaches(
        from_text(
            "day,vessel,quay,post,crew,start,end\n"
            f"2026-06-08,Alkor,Brattvik,mate,c104,12:00,{end}\n"
            f"2026-06-09,Alkor,Brattvik,mate,c104,{start},14:00\n"
        )
    )


class Rest(unittest.TestCase):
    def test_too_little(self):
        self.assertEqual(two("22:00", "06:00"), [f"{CODE} c104 2026-06-09 8.00"])

    def test_eleven_hours_are_enough(self):
        self.assertEqual(two("19:00", "06:00"), [])

    def test_overlaps_are_left_alone(self):
        self.assertEqual(two("07:00", "06:00"), [])
