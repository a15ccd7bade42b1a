"""A ligature that scanning lost is put back where two pieces that are no words make one."""

import pytest

from core.text import EvidenceMatcher
from core.text.language.ligatures import with_ligatures


@pytest.mark.parametrize(
    ("scanned", "meant"),
    [
        ("the di culty of it", "the difficulty of it"),
        ("the su\ufffderer was grati\ufffded", "the sufferer was gratified"),
        ("The o\ufffdcer's house", "The officer's house"),
        ("a good man", "a good man"),
        ("in the field", "in the field"),
        ("\ufffdat", "\ufffdat"),  # flat and fiat
    ],
)
def test_only_one_word_of_no_words(scanned: str, meant: str) -> None:
    assert with_ligatures(scanned) == meant


def test_a_short_quote_that_lost_one_is_found_and_another_word_is_not() -> None:
    text = "He saw the difficulty at once. The name is different, and the officer knew it."
    match = EvidenceMatcher().match
    assert match("the di culty at", text).found
    assert match("name is di\ufffderent", text).found
    assert not match("name is inde\ufffdnite", text).found
