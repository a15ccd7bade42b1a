"""A port that a process is told is still its own when it comes to listen there."""

import socket

from tests.ports import free_port


def test_a_free_port_is_handed_to_nobody_else_and_can_be_listened_on() -> None:
    ports = {free_port() for _ in range(50)}
    assert len(ports) == 50
    for _ in range(5_000):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            assert other.getsockname()[1] not in ports
    for port in ports:
        socket.create_server(("127.0.0.1", port)).close()
