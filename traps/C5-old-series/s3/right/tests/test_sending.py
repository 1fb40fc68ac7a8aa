import unittest

from wire import sending
from wire.errors import WireError


class Sending(unittest.TestCase):
    def test_four_bytes_behind_a_new_frame(self):
        sent = sending.on_air("a703 0302 043c 070c")
        self.assertEqual((sent[:16], len(sent)), ("a7030302043c070c", 24))

    def test_broken_frame(self):
        with self.assertRaises(WireError):
            sending.on_air("a7030302043c070d")

    def test_capture(self):
        stream = bytes.fromhex("00a7030302043c070c00")
        self.assertEqual(sending.lines(stream), [sending.on_air("a7030302043c070c")])
