"""Misspellings of a word are found among the words of a text."""

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from core.text.matching.spelling import Spelling, tolerance

_WORD = st.text(alphabet="abcdeé中", min_size=1, max_size=9)


@given(st.lists(_WORD, min_size=1, max_size=30, unique=True), _WORD)
def test_every_word_within_the_tolerance_is_found(words: list[str], sought: str) -> None:
    found = {words[at] for at in Spelling(words).similar_to(sought).tolist()}
    near = tolerance(sought)
    assert found == {word for word in words if Levenshtein.distance(word, sought) <= near}


def test_a_text_without_words_has_no_misspellings() -> None:
    assert Spelling([]).similar_to("word").tolist() == []
