import unittest

from wire import listing, manual
from wire.errors import WireError


class Links(unittest.TestCase):
    def test_one_page_for_each_message(self):
        self.assertEqual(manual.link("vent").rpartition("/")[2], "3")
        self.assertNotEqual(manual.link("Hello"), manual.link("Alarm"))

    def test_none_yet(self):
        self.assertEqual(manual.link("Lamps"), "")
        self.assertTrue(listing.links()[-1].endswith("Lamps     -"))

    def test_unknown_message(self):
        with self.assertRaises(WireError):
            manual.link("Door")
