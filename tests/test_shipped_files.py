"""What the product opens of its own files goes wherever the product goes."""

import pytest

from tests.shipped import ROOT, image_files, opened_files, tree


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    return opened_files(tmp_path_factory.mktemp("opened"))


@pytest.fixture(scope="module")
def image() -> frozenset[str]:
    docs = ROOT / "docs"
    return image_files(
        (docs / "Dockerfile").read_text(), (docs / "Dockerfile.dockerignore").read_text()
    )


def data_of(packages: tuple[str, ...]) -> set[str]:
    return {file for file in tree() if file.startswith(packages) and not file.endswith(".py")}


def test_the_image_holds_every_file_that_the_start_of_the_app_opens(opened, image) -> None:
    assert {"app.py", "core/services/answers/sample/redteam_cases.json"} <= opened
    assert opened - image == set()


def test_the_image_holds_all_data_of_the_packages(image) -> None:
    assert data_of(("core/", "db/", "pages/")) - image == set()


def test_an_image_without_a_folder_that_the_app_reads_is_noticed(opened) -> None:
    without = image_files("COPY app.py ./\nCOPY core core\nCOPY db db", "core/*/sample\n")
    assert "core/llm/prompts/depth_prompt.json" in without
    assert not [
        file for file in without if file.startswith(("core/verification/sample/", "pages/"))
    ]
    assert {file for file in opened if file.startswith("pages/")} <= opened - without


def test_a_pattern_of_the_ignore_file_counts_from_the_root() -> None:
    kept = image_files("COPY core core\nCOPY tests tests", "tests\nprices.toml\n")
    assert "core/llm/prices.toml" in kept
    assert not [file for file in kept if file.startswith("tests/")]
