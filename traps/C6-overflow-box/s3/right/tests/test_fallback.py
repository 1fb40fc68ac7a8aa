import unittest

from relay import app, fallback


class KeeperTest(unittest.TestCase):
    def test_kept(self):
        self.assertEqual(fallback.keeper("customs", 504), fallback.BOX)
        found = app.answer({"target": "/berths"}, [503, 503, 503])
        self.assertEqual(found["headers"]["X-Kept-By"], fallback.BOX)

    def test_not_kept(self):
        self.assertEqual(fallback.keeper("customs", 409), "")
        self.assertEqual(fallback.keeper("tides", 504), "")
