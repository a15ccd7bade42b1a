import gc
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest

from core.text import EvidenceMatcher, PreparedText
from core.text.matching.prepared_texts import REMEMBERED, PreparedTexts
from tests.core.text.samples import EN, ZH


def copy_of(text: str) -> str:
    """Equal, and another object."""
    return f"{text}."[:-1]


def test_a_text_that_comes_again_is_prepared_once_whatever_object_it_is() -> None:
    texts = PreparedTexts()
    assert texts.prepare(EN) is texts.prepare(copy_of(EN))
    assert texts.prepare(EN) is not texts.prepare(f"{EN} ")


def test_a_prepared_text_is_taken_as_it_is() -> None:
    prepared = PreparedText.from_text(EN)
    assert PreparedTexts().prepare(prepared) is prepared


@pytest.mark.parametrize("bounds", [{"most_texts": 2}, {"most_characters": 2 * len(EN) + 2}])
def test_the_longest_unused_is_forgotten_and_its_memory_given_back(bounds: dict[str, int]) -> None:
    texts = PreparedTexts(**bounds)
    first, second, third = (f"{EN}{mark}" for mark in "abc")
    kept, gone = texts.prepare(first), weakref.ref(texts.prepare(second))
    assert texts.prepare(first) is kept
    texts.prepare(third)
    gc.collect()
    assert texts.prepare(first) is kept
    assert gone() is None


def test_a_text_longer_than_all_that_is_kept_forgets_no_other() -> None:
    texts = PreparedTexts(most_characters=len(ZH))
    kept = texts.prepare(ZH)
    assert texts.prepare(EN * 2) is not texts.prepare(EN * 2)
    assert texts.prepare(ZH) is kept


def test_forgetting_gives_all_memory_back() -> None:
    texts = PreparedTexts()
    gone = weakref.ref(texts.prepare(EN))
    texts.forget()
    gc.collect()
    assert gone() is None
    assert texts.prepare(EN).text == EN


def test_threads_that_ask_at_once_share_one_preparation() -> None:
    texts, together = PreparedTexts(), threading.Barrier(8)

    def prepare(at: int) -> PreparedText:
        text = copy_of(EN * 400 if at % 2 else ZH * 400)
        together.wait()
        return texts.prepare(text)

    with ThreadPoolExecutor(8) as pool:
        prepared = list(pool.map(prepare, range(8)))
    assert len({id(one) for one in prepared}) == 2


def test_a_text_that_only_claims_to_be_another_is_told_apart() -> None:
    class Disguised(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            return True

    EvidenceMatcher().find_evidence("the lamp", EN)
    assert EvidenceMatcher().find_evidence("the lamp", Disguised("Here is the lamp."))[0]


def test_every_matcher_shares_them_and_answers_as_with_a_prepared_text() -> None:
    quotes = ["fully dressed, by the side of my bed", "fully dresed, by the side", "nothing of it"]
    prepared = PreparedText.from_text(EN)
    for quote in quotes:
        expected = EvidenceMatcher().match(quote, prepared)
        assert EvidenceMatcher().match(quote, copy_of(EN)) == expected
        found = EvidenceMatcher(0.9).find_evidence(quote, copy_of(EN))
        assert found[1:] == (expected.similarity, expected.matched_text)
    kept = REMEMBERED.prepare(EN)
    EvidenceMatcher()._calculate_similarity("dressed", copy_of(EN))
    assert REMEMBERED.prepare(EN) is kept
