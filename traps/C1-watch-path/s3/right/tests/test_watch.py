import unittest

from relay import routes, watch
from relay.rehearsal import rehearse


class WatchTest(unittest.TestCase):
    def test_up(self):
        self.assertEqual(rehearse(), {"status": 200, "body": "up\n"})

    def test_listed(self):
        self.assertIn(("GET", watch.path(), "(live)"), routes.ROUTES)
