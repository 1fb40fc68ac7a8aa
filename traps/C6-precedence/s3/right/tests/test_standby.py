import unittest

from settings import desk, standby


class StandbyTest(unittest.TestCase):
    def test_an_empty_name_stands_for_the_standby_pool(self):
        self.assertEqual(standby.pool("  "), standby.POOL)

    def test_a_given_pool_is_used(self):
        self.assertEqual(standby.pool(" main-a "), "main-a")

    def test_no_layer_gives_a_pool(self):
        effective = desk.load()
        self.assertEqual(effective["storage.pool"], standby.POOL)
        self.assertEqual(effective.origin("storage.pool"), "standby")

    def test_a_layer_gives_a_pool(self):
        effective = desk.load("[storage]\npool = 'main-a'\n")
        self.assertEqual(effective["storage.pool"], "main-a")
        self.assertEqual(effective.origin("storage.pool"), "text")
