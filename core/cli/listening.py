"""The socket that the command line serves the API on."""

import errno
import socket
from contextlib import suppress

import uvicorn
from starlette.types import ASGIApp

from core.errors import ConfigurationError
from core.files import system_reason
from core.locale import N_

MOST_PORT = 65_535
_IN_USE = N_("Port {port} of {host} is already in use. Choose another --host or --port.")
_NOT_ALLOWED = N_("This user may not open port {port}. Choose another --host or --port.")
_NO_ADDRESS = N_("This machine has no address {host}. Choose another --host or --port.")
_OTHER = N_("This machine cannot serve at {host}: {reason}. Choose another --host or --port.")
_REASONS = {
    errno.EADDRINUSE: _IN_USE,
    errno.EACCES: _NOT_ALLOWED,
    errno.EADDRNOTAVAIL: _NO_ADDRESS,
    socket.EAI_NONAME: _NO_ADDRESS,
}


def listening_at(host: str, port: int) -> socket.socket:
    """A listening socket, which the caller closes; port 0 takes a free port.

    Raises ConfigurationError if the address cannot be used.
    """
    if not 0 <= port <= MOST_PORT:
        raise ConfigurationError(
            "Port {port} does not exist. Choose --port 1 to {most}.", port=port, most=MOST_PORT
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise ConfigurationError(
            _REASONS.get(error.errno or 0, _OTHER),
            host=host,
            port=port,
            reason=system_reason(error),
        ) from None


def serve_at(listening: socket.socket, app: ASGIApp) -> None:
    """Serve until interrupted."""
    config = uvicorn.Config(app, log_config=None, log_level="warning", server_header=False)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run([listening])
