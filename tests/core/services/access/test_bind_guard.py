"""A desk without sign-in can be reached on its own machine only."""

import pytest

from core.errors import ConfigurationError
from core.services.access import is_local, require_local_address


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.0.9", "::1", "[::1]", "localhost"])
def test_this_machine_is_local(address: str) -> None:
    assert is_local(address)
    require_local_address(address, guarded=False, fix="")


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "192.168.0.4", "desk.example", "", None])
def test_everything_else_is_refused_with_the_fix(address: str | None) -> None:
    assert address is None or not is_local(address)
    with pytest.raises(ConfigurationError, match=r"Make a token\..*DESK_OPEN=1"):
        require_local_address(address, guarded=False, fix="Make a token.")
    require_local_address(address, guarded=True, fix="")
