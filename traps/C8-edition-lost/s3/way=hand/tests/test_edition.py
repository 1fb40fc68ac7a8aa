import unittest

from wire import listing, messages


class Edition(unittest.TestCase):
    def test_closes_the_list(self):
        self.assertEqual(listing.table()[-1], f"edition {listing.edition()}")
        self.assertEqual(len(listing.table()), len(messages.MESSAGES) + 1)
