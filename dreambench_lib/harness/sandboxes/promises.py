"""What a sandbox promises, as questions with their right answers (asked by `battery.py`)."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from .asks import Answer, Ask, Host, ask
from .base import DEFAULT, MIB

PROJECT = Path(__file__).resolve().parents[3]
TEMP_MIB = DEFAULT.temp_bytes // MIB
REPO_MIB = DEFAULT.repo_bytes // MIB
NAMES = ["dev", "lib", "lib64", "proc", "py", "r", "repo", "tmp", "usr"]
"""What / holds."""
FILE_MIB = DEFAULT.file_bytes // MIB


def questions(host: Host) -> list[Ask]:
    """The battery's calls."""
    return [
        *_network(host), *_files(host), *_processes(), *_environment(), *_identity(), *_mounts(),
        *_limits(),
    ]  # fmt: skip


def _network(host: Host) -> list[Ask]:
    listeners = {
        "the host's loopback is another one": "tcp",
        "so is its IPv6 loopback": "tcp6",
        "abstract sockets of the host are away": "abstract",
        "sockets of the host at a path are away": "path",
    }
    six = "heard" if host.six else "no such address"
    families = ("vsock", "netlink", "packet", "alg", "key", "raw")
    return [
        ask("network", "network:interfaces", Answer("only lo exists", ["lo"])),
        ask("network", "network:loopback",
            Answer("lo works", "heard", "four"),
            Answer("lo has IPv6 if the host has", six, "six")),
        ask("network", "network:routes",
            Answer("there is no route", 0, "four"), Answer("there is no IPv6 route", 0, "six")),
        ask("network", "network:names", Answer("no name resolves", "no answer")),
        ask("network", "network:reach",
            *(Answer(name, "refused", key) for name, key in listeners.items()),
            args=(host.port, host.six, host.abstract, host.path)),
        ask("network", "network:families",
            *(Answer(f"no {family} socket", "EPERM", family) for family in families),
            Answer("no socket of any other family", [], "any")),
        ask("network", "network:privileged",
            Answer("low ports are root's", "EACCES", "port"),
            Answer("so are pings", "EACCES", "ping")),
        ask("network", "files:exist", Answer("no engine's socket", []), args=(list(host.engines),)),
        ask("network", "files:exist", Answer("no resolver's file", []),
            args=(["/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf"],)),
    ]  # fmt: skip


def _files(host: Host) -> list[Ask]:
    home = [] if len(Path.home().parts) < 3 else [str(Path.home())]  # "/" has a namesake inside
    programs = ["/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local", "/usr/share", "/opt"]
    closed = ["/etc", "/sys", "/home", "/root", "/var", "/run", "/srv", "/mnt", "/media", "/boot"]
    return [
        ask("files", "files:exist", Answer("the project is away", []), args=([str(PROJECT)],)),
        ask("files", "files:exist", Answer("the home folder is away", []), args=(home,)),
        ask("files", "files:exist", Answer("sealed files are away", []),
            args=(list(host.canaries),)),
        ask("files", "files:exist", Answer("no program but Python", []), args=(programs,)),
        ask("files", "files:listed", Answer("no folder of the system shows anything", []),
            args=(closed,)),
        ask("files", "files:root", Answer("nothing else in /", NAMES)),
        ask("files", "files:canaries",
            Answer("no canary in any file", [], "files"),
            Answer("no canary in any process's /proc", [], "processes"),
            Answer("no canary in memory", [], "memory")),
        ask("files", "files:own_tree", Answer("the tree itself can be written", "here")),
        ask("files", "files:beginnings",
            Answer("the tree starts with nothing else", [], "repo"),
            Answer("/tmp starts empty", [], "tmp"), Answer("/dev/shm starts empty", [], "shm")),
        ask("files", "files:writes",
            Answer("nothing of the system can be written", [], "system"),
            Answer("nothing of the runner can be written", [], "ours"),
            Answer("nothing can be made among the devices", [], "devices")),
    ]  # fmt: skip


def _processes() -> list[Ask]:
    words = [str(PROJECT), "--ro-bind", "site-packages", "OPENAI", tempfile.gettempdir() + "/"]
    return [
        ask("processes", "identity:processes", Answer("no other process is seen", [])),
        ask("processes", "identity:first_process",
            Answer("pid 1 shows no environment", 0, "environ"),
            Answer("pid 1 cannot be written to", "EACCES", "memory"),
            Answer("pid 1's descriptors are closed", "EACCES", "descriptors"),
            Answer("pid 1's root is closed", "EACCES", "root")),
        ask("processes", "files:words_in_processes",
            Answer("no command line names the host", []), args=(words,)),
        ask("processes", "files:kernel_settings", Answer("no kernel setting can be opened", [])),
    ]  # fmt: skip


def _environment() -> list[Ask]:
    variables = {"HOME": "/tmp", "LANG": "C.UTF-8", "PATH": "/py/bin", "PYTHONHASHSEED": "0"}
    return [
        ask("environment", "identity:environment", Answer("the environment is ours", variables)),
        ask("environment", "identity:surroundings",
            Answer("work starts in the tree", "/repo", "folder"),
            Answer("the umask is the usual one", 0o022, "umask"),
            Answer("the host's name is hidden", "sandbox", "host"),
            Answer("standard input is empty", "", "stdin"),
            Answer("no stray descriptor", [0, 1, 2, 4], "descriptors")),
    ]  # fmt: skip


def _identity() -> list[Ask]:
    none = dict.fromkeys(("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"), 0)
    barred = (
        "unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "ptrace",
        "process_vm_readv", "memfd_create", "shmget", "keyctl", "bpf", "perf_event_open",
        "userfaultfd", "open_by_handle_at", "personality", "io_uring_setup", "pidfd_getfd",
        "syslog", "io_setup", "syncfs",
    )  # fmt: skip
    return [
        ask("identity", "identity:identity",
            Answer("an ordinary user, and one only", _ordinary, "ids"),
            Answer("no other group", [], "groups"),
            Answer("no capability in any set", none, "capabilities"),
            Answer("no new privileges", "1", "no_new_privileges"),
            Answer("a filter of calls is on", "2", "seccomp"),
            Answer("nobody becomes root", True, "become_root")),
        ask("identity", "identity:calls",
            *(Answer(f"{call} is refused", "EPERM", call) for call in barred),
            Answer("clone3 does not exist", "ENOSYS", "clone3")),
    ]  # fmt: skip


def _mounts() -> list[Ask]:
    devices = ["full", "null", "random", "tty", "urandom", "zero"]
    return [
        ask("mounts", "files:devices", Answer("only harmless devices", devices)),
        ask("mounts", "files:make_device",
            Answer("no device can be made", "EPERM", "char"),
            Answer("no disk can be made", "EPERM", "block")),
        ask("mounts", "files:read_only", Answer("the root is read-only", [])),
        ask("mounts", "files:mounts_naming", Answer("no mount names the project", []),
            args=([str(PROJECT), PROJECT.name + "/"],)),
        ask("mounts", "files:mounts_naming", Answer("no mount names a folder of the host", []),
            args=([tempfile.gettempdir() + "/", "/home/", "/root/", "/var/"],)),
    ]  # fmt: skip


def _limits() -> list[Ask]:
    limits = DEFAULT
    return [
        ask("limits", "limits:memory", Answer("memory is limited", "MemoryError"),
            args=(2 * limits.memory_bytes,)),
        ask("limits", "limits:children",
            Answer("processes are limited", _below(limits.processes)),
            args=(2 * limits.processes,)),
        ask("limits", "limits:big_file", Answer("a file's size is limited", "EFBIG"),
            args=(2 * limits.file_bytes,)),
        ask("limits", "limits:open_files", Answer("open files are limited",
            _below(limits.open_files)), args=(2 * limits.open_files,)),
        ask("limits", "limits:temporary_space",
            Answer("temporary space is limited", _up_to(2 * TEMP_MIB)), args=(2 * TEMP_MIB,)),
        ask("limits", "limits:names", Answer("temporary files are limited",
            _below(limits.temp_files)), args=(limits.temp_files + 100,)),
        ask("limits", "limits:own_space", Answer("space for the tree is limited",
            _up_to(REPO_MIB)), args=(FILE_MIB, 2 * REPO_MIB // FILE_MIB)),
        ask("limits", "limits:own_names",
            Answer("files of the tree are limited", _up_to(limits.repo_files))),
        ask("limits", "limits:settings",
            Answer("processor time is limited", limits.cpu_seconds, "CPU"),
            Answer("nothing dumps core", 1, "CORE"),
            Answer("no memory can be locked", 0, "MEMLOCK"),
            Answer("no message queue can be made", 0, "MSGQUEUE"),
            Answer("no limit can be raised", "ValueError", "raised")),
    ]  # fmt: skip


def _ordinary(ids: Any) -> bool:
    return len(ids) == 1 and ids[0] > 0


def _below(most: int) -> Any:
    return lambda value: 0 < value < most


def _up_to(most: int) -> Any:
    return lambda value: 0 < value <= most
