import unittest

from wire import station


class Greeting(unittest.TestCase):
    def test_ends_with_eight_digits(self):
        self.assertRegex(station.greeting(), r"^control room [0-9a-f]{8}$")
