import unittest

from rosters.gauge import METRIC, samples_of

ROSTER = """\
day,vessel,quay,post,crew,start,end,pause
2026-06-08,Castor,Brattvik,mate,c131,08:00,16:00,45
2026-06-08,Alkor,Brattvik,mate,c104,08:00,09:00,
2026-06-09,Alkor,Brattvik,mate,c104,08:00,09:00,
"""


class Gauge(unittest.TestCase):
    def test_minutes_of_each_vessel(self):
        self.assertEqual(
            samples_of(ROSTER),
            [METRIC + '{vessel="Alkor"} 120', METRIC + '{vessel="Castor"} 435'],
        )
