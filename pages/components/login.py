"""The sign-in. With `[auth]` in the secrets everybody signs in before anything is shown; without it
nobody does, and the desk is open to its own machine only.
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
"""Seconds for which a user's role, or the fact that nobody has to sign in, is cached."""
_DESK_SETTINGS = ("redirect_uri", "cookie_secret")
_PROVIDER_SETTINGS = ("client_id", "client_secret", "server_metadata_url")


_guarded = threading.Event()


def is_configured() -> bool:
    """Whether people have to sign in; once true it stays so. Raises ConfigurationError for secrets
    that cannot be read.
    """
    if _guarded.is_set():
        return True
    try:
        return "auth" in st.secrets
    except StreamlitSecretNotFoundError as error:
        if existing := _secrets_files():
            raise ConfigurationError(
                "Cannot read {file}, which may define who signs in. Fix or remove the file.",
                file=existing[-1],
            ) from error
        return False


def _secrets_files() -> list[str]:
    return [path for path in st.get_option("secrets.files") if Path(path).exists()]


def require_complete() -> None:
    """Raise ConfigurationError for an incomplete login, which Streamlit would report only to users
    who press the button.
    """
    auth = st.secrets["auth"]
    settings = auth if isinstance(auth, Mapping) else {}
    default_provider = settings.get("default")
    provider = default_provider if isinstance(default_provider, Mapping) else settings
    missing = [name for name in _DESK_SETTINGS if not settings.get(name)]
    missing += [name for name in _PROVIDER_SETTINGS if not provider.get(name)]
    if missing:
        raise ConfigurationError(
            "{file}: [auth] is missing {missing}. Add the settings listed in docs/security.md, "
            "or remove [auth].",
            file=_secrets_files()[-1],
            missing=", ".join(missing),
        )


def stay_guarded() -> None:
    """Require a sign-in until the process ends, even if the secrets change meanwhile."""
    _guarded.set()


def is_signed_in() -> bool:
    return bool(st.user.get("is_logged_in"))


def principal() -> Principal | None:
    """The user of this session; None where nobody signs in. An unknown user has no rights."""
    if not _guarded.is_set() and time.monotonic() - UNGUARDED.get() < _FRESH_S:
        return None
    if not is_configured():
        UNGUARDED.set(time.monotonic())
        return None
    if not is_signed_in():
        return Principal("", None)
    issuer, subject = str(st.user.get("iss") or ""), str(st.user.get("sub") or "")
    cached = PRINCIPAL.get()
    if cached and cached[:2] == (issuer, subject) and time.monotonic() - cached[2] < _FRESH_S:
        cached_principal: Principal = cached[3]
        return cached_principal
    database = shared_engine(Settings.from_environment())
    resolved = principal_for(database, issuer, subject) or Principal("", None)
    PRINCIPAL.set((issuer, subject, time.monotonic(), resolved))
    return resolved


def welcome() -> Principal:
    """Store the signed-in user once per session. Raises InputError for claims without identity."""
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
