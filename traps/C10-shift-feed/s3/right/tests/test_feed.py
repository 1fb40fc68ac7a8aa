import unittest

from rosters.feed import feed_of

ROSTER = """\
day,vessel,quay,post,crew,start,end
2026-06-10,Alkor,Brattvik,mate,c104,06:00,14:00
2026-06-09,Dubhe,Yttervik,mate,c131,22:00,06:30
"""


class Feeds(unittest.TestCase):
    def test_past_midnight(self):
        lines = feed_of(ROSTER, "c131")
        self.assertEqual(lines.count("BEGIN:VEVENT"), 1)
        self.assertIn("DTSTART:20260609T220000", lines)
        self.assertIn("DTEND:20260610T063000", lines)

    def test_nobody(self):
        lines = feed_of(ROSTER, "c999")
        self.assertEqual((lines[0], lines[-1]), ("BEGIN:VCALENDAR", "END:VCALENDAR"))
        self.assertNotIn("BEGIN:VEVENT", lines)
