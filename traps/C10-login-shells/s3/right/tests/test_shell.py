import shlex
import unittest

from settings import desk
from settings.shell import given, lines, name


class ShellTest(unittest.TestCase):
    def test_names_are_those_of_the_environment(self):
        self.assertEqual(name("jobs.kinds"), "FREIGHT_JOBS__KINDS")

    def test_values_are_quoted(self):
        (line,) = lines({"mail.sender": "it's me"})
        self.assertEqual(shlex.split(line, comments=True)[1], "FREIGHT_MAIL__SENDER=it's me")

    def test_defaults_and_secrets_are_left_out(self):
        effective = desk.load("[mail]\npassword = 'open sesame'\nhost = 'm1'\n")
        self.assertEqual(given(effective), {"mail.host": "m1"})

    def test_the_lines_give_the_same_settings_again(self):
        text = "[jobs]\ninterval = '90s'\nkinds = ['a', 'b']\n[log]\ncolour = true\n"
        effective = desk.load(text)
        words = (shlex.split(line, comments=True)[1] for line in lines(given(effective)))
        environ = dict(word.split("=", 1) for word in words)
        self.assertEqual(desk.load(environ=environ).values, effective.values)
