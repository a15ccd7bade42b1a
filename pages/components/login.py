"""Who has signed in. With `[auth]` in the secrets nobody is shown anything before that; without
it the desk knows nobody and is open on its own machine only.
"""

import threading
import time
from collections.abc import Mapping
from pathlib import Path

import streamlit as st
from streamlit.errors import StreamlitSecretNotFoundError

from core.errors import ConfigurationError
from core.ops.database import shared_engine
from core.services.access import IdentityClaims, Principal, principal_for, sign_in
from core.settings import Settings
from pages.components.page_state import PRINCIPAL, UNGUARDED, WELCOMED

_FRESH_S = 1.0
"""For how long a role, or that nobody signs in here, is believed before it is read again."""
_OF_DESK = ("redirect_uri", "cookie_secret")
_OF_PROVIDER = ("client_id", "client_secret", "server_metadata_url")


_guarded = threading.Event()


def is_configured() -> bool:
    """Raises ConfigurationError for secrets that are there and cannot be read, unless people had to
    sign in before: then they still have to.
    """
    if _guarded.is_set():
        return True
    try:
        return "auth" in st.secrets
    except StreamlitSecretNotFoundError as error:
        if there := _secrets_files():
            raise ConfigurationError(
                "Cannot read {file}, which may define who signs in. Fix or remove the file.",
                file=there[-1],
            ) from error
        return False


def _secrets_files() -> list[str]:
    return [path for path in st.get_option("secrets.files") if Path(path).exists()]


def require_whole() -> None:
    """Raises ConfigurationError for a login that lacks something: Streamlit would say so to whoever
    presses the button, and to nobody else.
    """
    auth = st.secrets["auth"]
    said = auth if isinstance(auth, Mapping) else {}
    own = said.get("default")
    provider = own if isinstance(own, Mapping) else said
    missing = [name for name in _OF_DESK if not said.get(name)]
    missing += [name for name in _OF_PROVIDER if not provider.get(name)]
    if missing:
        raise ConfigurationError(
            "{file}: [auth] is missing {missing}. Add the settings listed in docs/security.md, "
            "or remove [auth].",
            file=_secrets_files()[-1],
            missing=", ".join(missing),
        )


def stay_guarded() -> None:
    """Until the process ends people sign in, whatever becomes of the secrets meanwhile."""
    _guarded.set()


def is_signed_in() -> bool:
    return bool(st.user.get("is_logged_in"))


def principal() -> Principal | None:
    """Who acts in this session; None for the operator, where nobody signs in. Somebody unknown may
    do nothing.
    """
    if not _guarded.is_set() and time.monotonic() - UNGUARDED.get() < _FRESH_S:
        return None
    if not is_configured():
        UNGUARDED.set(time.monotonic())
        return None
    if not is_signed_in():
        return Principal("", None)
    issuer, subject = str(st.user.get("iss") or ""), str(st.user.get("sub") or "")
    kept = PRINCIPAL.get()
    if kept and kept[:2] == (issuer, subject) and time.monotonic() - kept[2] < _FRESH_S:
        known: Principal = kept[3]
        return known
    database = shared_engine(Settings.from_environment())
    found = principal_for(database, issuer, subject) or Principal("", None)
    PRINCIPAL.set((issuer, subject, time.monotonic(), found))
    return found


def welcome() -> Principal:
    """Stores who has signed in, once in a session. Raises InputError for claims of nobody."""
    issuer, subject = str(st.user.get("iss") or ""), str(st.user.get("sub") or "")
    if WELCOMED.get() != (issuer, subject):
        settings = Settings.from_environment()
        sign_in(
            shared_engine(settings),
            IdentityClaims.from_token(st.user.to_dict()),
            settings,
        )
        WELCOMED.set((issuer, subject))
        PRINCIPAL.clear()
    return principal() or Principal("", None)
