"""The guard by itself: what is loopback, and that dead means dead."""

from __future__ import annotations

import socket
import subprocess

import pytest

from dreambench_lib.memory.conformance.guard import Guard, PhonedOut, children, loopback


@pytest.mark.parametrize(
    "host", ["::ffff:127.0.0.1", "127.8.9.1", "LOCALHOST.", "", "::", "::1%lo"]
)
def test_this_machine_is_loopback(host: str) -> None:
    assert loopback(host)


@pytest.mark.parametrize(
    "host", ["::ffff:192.0.2.1", "10.0.0.1", "localhost.example", "127.0.0.1.nip"]
)
def test_other_machines_are_not(host: str) -> None:
    assert not loopback(host)


def test_a_backend_dies_with_all_that_it_started_and_others_are_spared() -> None:
    endless = ["sh", "-c", "tail -f /dev/null & echo $!; wait"]
    with subprocess.Popen(endless, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        other.stdout.readline()
        spare = children()
        with subprocess.Popen(endless, stdout=subprocess.PIPE, text=True) as backend:
            assert backend.stdout is not None
            inner = int(backend.stdout.readline())
            assert children(backend.pid) == {inner}
            with Guard().dead(spare):
                assert backend.wait() == -9
                assert children(backend.pid) == frozenset()
                assert backend.stdout.read() == ""  # its last holder is gone too
        assert other.poll() is None
        for pid in children(other.pid):
            subprocess.run(["kill", "-9", str(pid)], check=True)


def test_a_connection_is_cut_and_no_other_is_made() -> None:
    guard = Guard()
    with socket.create_server(("127.0.0.1", 0)) as server, guard.on_duty():
        with socket.create_connection(server.getsockname()) as open_one:
            far, _ = server.accept()
            with far, guard.dead(children()):
                assert open_one.recv(1) == b""
                with pytest.raises(ConnectionRefusedError, match="the backend is gone"):
                    socket.create_connection(server.getsockname())
        assert guard.connections == 2
        with pytest.raises(PhonedOut, match="stopped before a packet left"):
            socket.gethostbyname("example.invalid")
    assert guard.refused == ["example.invalid"]
