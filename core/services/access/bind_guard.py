"""A server without sign-in may listen on a local address only."""

import ipaddress

from core.errors import ConfigurationError, Sentence

SET_UP_LOGIN = Sentence(
    "Let people sign in: [auth] in .streamlit/secrets.toml, see docs/security.md."
)
CREATE_TOKEN = Sentence("Create a token first: python -m core token create NAME --role annotator.")


def is_local(address: str) -> bool:
    """Whether only this machine can reach a server that listens there."""
    if address.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return False


def require_local_address(address: str | None, *, guarded: bool, fix: Sentence) -> None:
    """Raises ConfigurationError if other machines could reach a server that requires no sign-in.

    `address` is where the server listens, None for everywhere. `guarded`: it requires a sign-in or
    a token. `fix`: how to guard it.
    """
    if guarded or (address is not None and is_local(address)):
        return
    raise ConfigurationError(
        "The app would be open to everybody who can reach {address}. {fix} Or listen on "
        "127.0.0.1, or set DESK_OPEN=1 if your own proxy authenticates users.",
        address=address or "0.0.0.0",  # noqa: S104
        fix=fix,
    )
