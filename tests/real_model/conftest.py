"""One server for all tests of the real model."""

import os
from collections.abc import Iterator

import pytest

from core.llm import retries
from tests.real_model.llama_server import missing_packages
from tests.real_model.runs import RealDesk, RunOfModel, real_desk
from tests.real_model.scenarios import test_depths, validate_all


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealDesk]:
    if missing := missing_packages():
        reason = f"not installed: {', '.join(missing)}; `make real-model` installs them"
        if os.environ.get("DESK_REQUIRE_REAL_MODEL") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(retries, "retry_delay", lambda *_: 0.0)
        with real_desk(tmp_path_factory.mktemp("real")) as opened:
            yield opened


@pytest.fixture(scope="session")
def validations(desk: RealDesk) -> dict[str, RunOfModel]:
    return {run.name: run for run in validate_all(desk)}


@pytest.fixture(scope="session")
def depths(desk: RealDesk) -> dict[str, RunOfModel]:
    return {run.name: run for run in test_depths(desk)}
