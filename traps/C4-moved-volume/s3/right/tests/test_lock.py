import unittest

from settings import desk


class LockTest(unittest.TestCase):
    def test_defaults(self):
        effective = desk.load()
        self.assertRegex(effective["storage.path"], "^/srv/.+/freight$")
        self.assertTrue(effective["storage.lock"].endswith("/freight.lock"))

    def test_the_lock_can_be_set(self):
        effective = desk.load(overrides=["storage.lock=/tmp/desk.lock"])
        self.assertEqual(effective["storage.lock"], "/tmp/desk.lock")
