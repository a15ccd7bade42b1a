"""Words of a list in a text."""

from core.verification.copy_text.text_folding import fold
from core.verification.copy_text.word_lists import WordFinder


def test_a_word_of_invisible_characters_alone_is_never_found_and_spoils_no_list() -> None:
    finder = WordFinder(("\u200b", "最好"), ("\u202e", "最好的"), folded=True)
    hits = finder.find(fold("全城最好的面，最好吃\u200b"))
    assert [(hit.word, hit.span) for hit in hits] == [("最好", (7, 9))]
    assert WordFinder(("\u200b",), folded=True).find(fold("最好")) == []
