"""What cannot be equal between the sandboxes: said by `doctor`, so that nobody has to find out.

Each promise of the battery holds in both. This is what lies beside or beneath them.
"""

from __future__ import annotations

from typing import NamedTuple


class Difference(NamedTuple):
    """One matter, and how it is in each sandbox."""

    matter: str
    bubblewrap: str
    docker: str


DIFFERENCES = (
    Difference(
        "walls between probes",
        "pid, mount, ipc and network namespaces of its own for each probe",
        "a user of its own for each probe; then everything is ended and removed. Process numbers "
        "and the traffic counters of lo go on until the container ends",
    ),
    Difference(
        "memory in all",
        "each process has its bound, their sum is 4 GiB (no control group without root)",
        "512 MiB for the whole container, held by a control group",
    ),
    Difference(
        "temporary space",
        "/tmp and /dev/shm share 16 MiB (16 MiB each in the layout without a runner)",
        "16 MiB each",
    ),
    Difference(
        "the runner",
        "an ordinary user of the host, root of nothing but its own namespace",
        "the container's root, with four capabilities, behind the engine's own filter of calls",
    ),
    Difference("who a probe is", "user 1000", "a number from 20000 to 59999, another each time"),
    Difference(
        "the folder /repo itself",
        "is the probe's",
        "is root's and sticky: a probe owns all that is in it, but cannot change the folder's mode",
    ),
    Difference(
        "the kernel's /proc",
        "processes only (all of it, read-only, in the layout without a runner)",
        "all of it, settings read-only: the machine's processor and memory can be read",
    ),
    Difference(
        "names of the host",
        "none",
        "where the engine keeps its files, and the name of a deleted temporary folder",
    ),
    Difference(
        "an agent's room",
        "this machine's /usr, user 1000; the number of its files has no limit where the machine "
        "forbids mounts in user namespaces",
        "this machine's /usr too, another user (61000 for root, else who runs it); memory and "
        "processes are counted for the container as a whole",
    ),
    Difference("the Python inside", "this machine's /usr/bin/python3", "the image's, Debian 12"),
    Difference(
        "without its harness",
        "ends with the process that started it",
        "ends too; the container's name is removed by the next run",
    ),
)
