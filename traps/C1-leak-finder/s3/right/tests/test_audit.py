import contextlib
import io
import unittest

from settings.cli import main
from settings.redact import AUDIT_MASK


def export(*options):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        main(["export", *options])
    return out.getvalue().splitlines()


class AuditTest(unittest.TestCase):
    def test_the_mask_of_the_leak_finder(self):
        lines = export("--audit", "--set", "mail.password=open sesame")
        self.assertIn(f"mail.password={AUDIT_MASK}", lines)

    def test_an_empty_secret_stays_empty(self):
        self.assertIn("mail.password=", export("--audit"))

    def test_other_exports_are_as_before(self):
        self.assertIn("mail.password=***", export("--set", "mail.password=open sesame"))
