"""Run as a program: make this interpreter look like one on Windows, then import all that analyses.

What other packages need of the system is imported before anything is taken away: what they do on
Windows is theirs to promise, and not tried here.
"""

import importlib
import os
import pkgutil
import signal
import sys

MODULES = ("fcntl", "resource", "termios", "pwd", "grp", "pty", "syslog")
NAMES = (
    "O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK", "O_PATH", "fork", "geteuid", "getuid",
    "killpg", "setsid", "pidfd_open", "memfd_create", "MFD_CLOEXEC", "sched_getaffinity", "mkfifo",
)  # fmt: skip
SIGNALS = ("SIGKILL", "SIGCHLD", "SIGPIPE", "SIGHUP", "SIGALRM", "pidfd_send_signal", "setitimer")


def take_away() -> None:
    """Modules, functions and signals that Windows lacks."""
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for place, names in ((os, NAMES), (signal, SIGNALS)):
        for name in names:
            if hasattr(place, name):
                delattr(place, name)


def refused() -> list[str]:
    """The modules that do not import, and why."""
    import dreambench_lib

    found = []
    for module in pkgutil.walk_packages(dreambench_lib.__path__, "dreambench_lib."):
        if ".inside." in f"{module.name}.":
            continue  # programs that run in a sandbox, where the system is Linux
        try:
            importlib.import_module(module.name)
        except Exception as fault:
            found.append(f"{module.name}: {type(fault).__name__}: {fault}")
    return found


if __name__ == "__main__":
    for foreign in sys.argv[1].split(","):
        importlib.import_module(foreign)
    take_away()
    print("\n".join(refused()))
