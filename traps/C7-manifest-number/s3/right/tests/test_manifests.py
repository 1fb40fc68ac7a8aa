import unittest

from relay.manifests import JOINT, header_for, number


class ManifestsTest(unittest.TestCase):
    def test_two_parts(self):
        self.assertEqual(set(number("N2", "Ole Holm").split(JOINT)), {"OLEHOLM", "N2"})

    def test_arrivals_only(self):
        arrival = {"method": "POST", "target": "/berths/N2/arrivals", "headers": {"X-Ship": "Tern"}}
        self.assertEqual(header_for(arrival), number("N2", "Tern"))
        for change in ({"method": "GET"}, {"target": "/declarations"}, {"headers": {}}):
            self.assertEqual(header_for({**arrival, **change}), "")
