import unittest

from wire import dump, emergency, text


def alarm(urgent):
    return text.encoded("Alarm", {"house": 2, "urgent": urgent, "cause": "pump"})


class Emergency(unittest.TestCase):
    def test_urgent(self):
        lines = dump.lines_of(alarm(True))
        self.assertEqual(lines[1:], [f"-> {emergency.order()}"])

    def test_not_urgent(self):
        self.assertEqual(len(dump.lines_of(alarm(False))), 1)

    def test_other_messages(self):
        self.assertFalse(dump.urgent(bytes.fromhex("a7030302043c070c")))
