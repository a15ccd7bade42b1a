"""A port for a process that is told its port, taken by nobody before it listens."""

import socket


def free_port(host: str = "127.0.0.1") -> int:
    """A port of `host` where nobody listens, kept for a minute for who asks for it by number.

    A connection that its server's end closed first leaves the port to its number: the system hands
    it out no more, and a server, which reuses addresses, may bind it.
    """
    with socket.create_server((host, 0)) as listening:
        address = listening.getsockname()
        with socket.create_connection(address) as client:
            accepted, _ = listening.accept()
            accepted.close()
            client.recv(1)  # until its end has arrived
    port: int = address[1]
    return port
