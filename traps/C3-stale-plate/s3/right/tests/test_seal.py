import unittest

from wire import checksum


class Seal(unittest.TestCase):
    def test_three_bytes(self):
        self.assertEqual(len(checksum.crc24(b"log")), 3)

    def test_known_value(self):
        # The check of OpenPGP is the same but for the register's start.
        self.assertEqual(checksum.shifted(0xB704CE, b"123456789", 24, 0x864CFB), 0x21CF02)

    def test_no_bytes_leave_the_start(self):
        self.assertEqual(int(checksum.crc24_of(""), 16), checksum.START_24)

    def test_lines(self):
        lines = checksum.seal(b"\x01")
        self.assertEqual([line.split()[0] for line in lines], ["bytes", "start", "seal"])
