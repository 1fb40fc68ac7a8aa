import unittest

from wire import text, weather
from wire.errors import WireError


class Weather(unittest.TestCase):
    def test_saturated_air(self):
        self.assertEqual(weather.dew_point(18.0, 100), 18.0)

    def test_rows(self):
        found = weather.rows(text.capture("samples/morning.hex"))
        self.assertEqual([row.split(";")[1:] for row in found], [["4", "16.0"], ["5", "-3.5"]])

    def test_dry_air(self):
        frame = text.encoded("Climate", {"house": 1, "air": 20.0, "humidity": 0})
        self.assertEqual(weather.rows_of(frame), [])

    def test_unknown_quantity(self):
        with self.assertRaises(WireError):
            weather.label("mood")
