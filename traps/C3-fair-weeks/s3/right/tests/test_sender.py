import unittest

from settings import desk


class SenderTest(unittest.TestCase):
    def test_the_default_is_an_address_at_the_relay(self):
        self.assertTrue(desk.load()["mail.sender"].endswith("@post.example"))

    def test_a_desk_may_have_its_own(self):
        effective = desk.load("[mail]\nsender = 'yard@example.org'\n")
        self.assertEqual(effective["mail.sender"], "yard@example.org")
