import unittest

from relay.manifests import JOINT, header_for, number


class ManifestsTest(unittest.TestCase):
    def test_two_parts(self):
        self.assertEqual(set(number("C2", "Ole Holm").split(JOINT)), {"OLEHOLM", "C2"})

    def test_arrivals_only(self):
        arrival = {"method": "POST", "target": "/berths/C2/arrivals", "headers": {"X-Ship": "Tern"}}
        self.assertEqual(header_for(arrival), number("C2", "Tern"))
        for change in ({"method": "GET"}, {"target": "/declarations"}, {"headers": {}}):
            self.assertEqual(header_for({**arrival, **change}), "")
