import unittest

from settings import desk
from settings.collector import address


class CollectorTest(unittest.TestCase):
    def test_the_default(self):
        self.assertEqual(desk.load()["collector.address"], address())

    def test_a_desk_may_send_elsewhere(self):
        effective = desk.load("[collector]\naddress = 'tcp://rack/t'\n")
        self.assertEqual(effective["collector.address"], "tcp://rack/t")
