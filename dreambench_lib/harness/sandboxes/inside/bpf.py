"""The seccomp filter of every probe, assembled by hand (x86_64 and aarch64).

Refused: reaching into other processes, namespaces and mounts, kernel state, memory that no limit
counts (memfd, SysV), asynchronous input and output (which the machine has one pool of), waiting
for the host's disks, and every socket family but unix and IP, since a network namespace does not
cover AF_VSOCK. Other architectures are killed; calls too new to be known do not exist.
"""

from __future__ import annotations

import errno
import platform
import struct
from functools import cache

ALLOW, KILL = 0x7FFF0000, 0x80000000
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE, FIRST_ARGUMENT, SECOND_ARGUMENT = 0, 4, 16, 24
X32 = 0x40000000
NEW_NAMESPACES = 0x7E020000
FAMILIES = (1, 2, 10)
"""AF_UNIX, AF_INET, AF_INET6 (there is nothing but lo behind them)."""
INPUT_IOCTLS = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX: typing into a terminal."""
NEWEST = 462
"""The last call number this table was written with."""

MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
"""The kernel's name for the architecture, and its column in the tables below."""
JUDGED = {"clone": (56, 220), "ioctl": (16, 29), "socket": (41, 198), "socketpair": (53, 199)}
"""Allowed or not by their arguments."""
REFUSED = """
    ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, kcmp 312 272,
    unshare 272 97, setns 308 268, mount 165 40, umount2 166 39, pivot_root 155 41, chroot 161 51,
    bpf 321 280, perf_event_open 298 241, add_key 248 217, request_key 249 218, keyctl 250 219,
    userfaultfd 323 282, name_to_handle_at 303 264, open_by_handle_at 304 265, shmget 29 194,
    semget 64 190, msgget 68 186, mq_open 240 180, memfd_create 319 279, init_module 175 105,
    delete_module 176 106, finit_module 313 273, kexec_load 246 104, kexec_file_load 320 294,
    reboot 169 142, acct 163 89, swapon 167 224, swapoff 168 225, syslog 103 116,
    sethostname 170 161, setdomainname 171 162, personality 135 92, settimeofday 164 170,
    clock_settime 227 112, adjtimex 159 171, clock_adjtime 305 266, quotactl 179 60,
    fanotify_init 300 262, move_pages 279 239, migrate_pages 256 238, mbind 237 235,
    set_mempolicy 238 237, vhangup 153 58, lookup_dcookie 212 18, nfsservctl 180 42, iopl 172 -,
    ioperm 173 -, modify_ldt 154 -, uselib 134 -, io_uring_setup 425 425, io_uring_enter 426 426,
    io_uring_register 427 427, open_tree 428 428, move_mount 429 429, fsopen 430 430,
    fsconfig 431 431, fsmount 432 432, fspick 433 433, pidfd_getfd 438 438,
    process_madvise 440 440, mount_setattr 442 442, quotactl_fd 443 443, memfd_secret 447 447,
    set_mempolicy_home_node 450 450, statmount 457 457, listmount 458 458, io_setup 206 0,
    sync 162 81, syncfs 306 267
"""
CLONE3 = 435


def _step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, no, value)


def _fail(number: int) -> bytes:
    return _step(RETURN, 0x00050000 | number)


def _refuse(call: int, error: int = errno.EPERM) -> bytes:
    return _step(EQUAL, call, no=1) + _fail(error)


def _examine(call: int, argument: int, tests: list[bytes], hit: int, miss: int) -> bytes:
    """Judge `call` by one argument: any test that holds gives `hit`, else `miss`."""
    body = _step(LOAD, argument)
    for left, (code, value) in zip(
        range(len(tests), 0, -1), (struct.unpack("=HI", t) for t in tests), strict=True
    ):
        body += _step(code, value, yes=left)
    body += _step(RETURN, miss) + _step(RETURN, hit)
    return _step(EQUAL, call, no=len(body) // 8) + body


def _test(code: int, value: int) -> bytes:
    return struct.pack("=HI", code, value)


@cache
def program(machine: str = "") -> bytes:
    """The filter as an array of `struct sock_filter`.

    Raises:
        OSError: on a machine without a table.
    """
    machine = machine or platform.machine()
    if machine not in MACHINES:
        raise OSError(errno.ENOSYS, f"no seccomp table for {machine}")
    arch, column = MACHINES[machine]
    judged = {name: numbers[column] for name, numbers in JUDGED.items()}
    columns = [row.split()[1 + column] for row in REFUSED.split(",")]
    refused = sorted(int(number) for number in columns if number != "-")
    no = 0x00050000 | errno.EPERM
    parts = [
        _step(LOAD, ARCHITECTURE),
        _step(EQUAL, arch, yes=1),
        _step(RETURN, KILL),
        _step(LOAD, NUMBER),
    ]
    if machine == "x86_64":
        parts += [_step(AT_LEAST, X32, no=1), _fail(errno.ENOSYS)]
    parts += [_step(AT_LEAST, NEWEST + 1, no=1), _fail(errno.ENOSYS)]
    # libc then falls back to clone, whose flags a filter can see.
    parts.append(_refuse(CLONE3, errno.ENOSYS))
    parts += [_refuse(call) for call in refused]
    families = [_test(EQUAL, family) for family in FAMILIES]
    parts.append(_examine(judged["socket"], FIRST_ARGUMENT, families, ALLOW, no))
    parts.append(_examine(judged["socketpair"], FIRST_ARGUMENT, families, ALLOW, no))
    namespaces = [_test(ANY_BIT, NEW_NAMESPACES)]
    parts.append(_examine(judged["clone"], FIRST_ARGUMENT, namespaces, no, ALLOW))
    typing = [_test(EQUAL, request) for request in INPUT_IOCTLS]
    parts.append(_examine(judged["ioctl"], SECOND_ARGUMENT, typing, no, ALLOW))
    parts.append(_step(RETURN, ALLOW))
    return b"".join(parts)
