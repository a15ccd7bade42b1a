"""Listening for the API of the command line: what is in the way is said before an address is."""

import errno
import socket
from contextlib import suppress

import uvicorn
from starlette.types import ASGIApp

from core.errors import ConfigurationError

MOST_PORT = 65_535


def listening_at(host: str, port: int) -> socket.socket:
    """A socket that is the caller's to close; port 0 takes a free one. Raises ConfigurationError
    with the fix where nothing can be served there.
    """
    if not 0 <= port <= MOST_PORT:
        raise ConfigurationError(
            "Port {port} does not exist. Choose --port 1 to {most}.", port=port, most=MOST_PORT
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        said = _IN_THE_WAY.get(error.errno or 0, "This machine cannot serve at {host}: {reason}.")
        raise ConfigurationError(
            f"{said} Choose another --host or --port.",
            host=host,
            port=port,
            reason=error.strerror or str(error),
        ) from None


_IN_THE_WAY = {
    errno.EADDRINUSE: "Port {port} of {host} is already in use.",
    errno.EACCES: "This user may not open port {port}.",
    errno.EADDRNOTAVAIL: "This machine has no address {host}.",
    socket.EAI_NONAME: "This machine has no address {host}.",
}


def serve_at(listening: socket.socket, app: ASGIApp) -> None:
    """Until it is told to stop."""
    config = uvicorn.Config(app, log_config=None, log_level="warning", server_header=False)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run([listening])
