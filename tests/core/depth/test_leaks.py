import pytest

from core.depth import ContextBuilder, ContextWarning
from core.depth.leaks import MOST_COPIES, LeakFinder
from core.text import PreparedText, Span, TokenizedText, load_tokenizer
from tests.bench.invented import novel

EVIDENCE = {
    "en": "The harbourmaster hid the silver key beneath the third stone of the old sea wall.",
    "zh": "老船长把那把银钥匙藏在了旧海堤第三块石头的下面，谁也没有告诉。",
}
NEAR = {
    "en": "The harbourmaster hid his silver key under the third stone of the old sea wall.",
    "zh": "老船长把那把银钥匙藏到了旧海堤第三块石头的底下，谁也没有告诉。",
}
ANSWER = {"en": "beneath the third stone", "zh": "第三块石头的下面"}
OTHER = {
    "en": "Many years later a child looked beneath the third stone and found only sand.",
    "zh": "多年以后有个孩子去翻第三块石头的下面，只找到了沙子。",
}


def planted(language: str, *sentences: str, length: int = 30_000) -> tuple[str, list[Span]]:
    """Return a novel with the sentences as paragraphs at equal distances, and their spans."""
    text, step = novel(language, length, 6), length // (len(sentences) + 1)
    spans = []
    for number, sentence in enumerate(sentences, start=1):
        position = text.index("\n\n", number * step) + 2
        text = f"{text[:position]}{sentence}\n\n{text[position:]}"
        spans.append(Span(position, position + len(sentence)))
    return text, spans


@pytest.mark.parametrize("language", ["en", "zh"])
def test_copies_of_the_evidence_and_of_the_answer_are_found(language: str) -> None:
    evidence, near, other = EVIDENCE[language], NEAR[language], OTHER[language]
    text, (first, second, third, fourth) = planted(language, near, evidence, other, evidence)
    leaks = LeakFinder(PreparedText.from_text(text)).leaks(second, (ANSWER[language],))
    assert {span.of(text).strip("。.") for span in leaks.copies} == {
        near.strip("。."),
        evidence.strip("。."),
    }
    assert any(third.start < span.start < third.end for span in leaks.answers)
    assert any(first.start <= span.start < first.end for span in leaks.copies)
    assert any(fourth.start <= span.start < fourth.end for span in leaks.copies)
    assert not any(span.start < second.end and second.start < span.end for span in leaks.answers)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("seed", range(12))
def test_filler_has_no_copies_where_enough_other_text_is_left(language: str, seed: int) -> None:
    evidence, near, other = EVIDENCE[language], NEAR[language], OTHER[language]
    text, spans = planted(language, near, other, evidence, near, evidence)
    builder = ContextBuilder.from_tokens(TokenizedText.from_text(text, load_tokenizer()))
    question = {"choice": {"a": ANSWER[language]}, "answer": ["a"]}
    result = builder.build_context(question, 0.5, 3_500, 100, seed=seed, evidence=spans[2])
    assert result.success
    assert result.context.count(evidence) == 1
    assert near not in result.context
    assert other not in result.context
    assert ContextWarning.COPY_IN_FILLER not in result.warnings
    filler_only = builder.build_filler_only(question, 3_500, 100, seed=seed, evidence=spans[2])
    assert not any(sentence in filler_only.context for sentence in (evidence, near, other))


def test_unavoidable_leaks_are_warned_about() -> None:
    evidence, near = EVIDENCE["en"], NEAR["en"]
    text, spans = planted("en", evidence, near, near, near, OTHER["en"], length=3_000)
    tokens = TokenizedText.from_text(text, load_tokenizer())
    question = {"choice": {"a": ANSWER["en"]}, "answer": ["a"]}
    result = ContextBuilder.from_tokens(tokens).build_context(
        question, 0.5, tokens.n_tokens - 9, 50, evidence=spans[0]
    )
    assert result.success
    assert near in result.context
    assert {ContextWarning.COPY_IN_FILLER, ContextWarning.ANSWER_IN_FILLER} <= {*result.warnings}


def test_a_frequent_answer_is_warned_about_if_the_filler_has_it() -> None:
    text, _ = planted("zh", *["他们在落霞镇住下。"] * (MOST_COPIES + 5))
    builder = ContextBuilder.from_tokens(TokenizedText.from_text(text, load_tokenizer()))
    question = {"choice": {"a": "落霞镇"}, "answer": "a"}
    span = Span(5, 60)
    long = builder.build_context(question, 0.5, 20_000, 50, evidence=span)
    assert ContextWarning.ANSWER_IN_FILLER in long.warnings
    short = [
        builder.build_context(question, 0.0, 400, 0, evidence=span, seed=seed) for seed in range(9)
    ]
    for result in short:
        has_warning = ContextWarning.ANSWER_IN_FILLER in result.warnings
        assert has_warning is ("落霞镇" in "".join(p.of(text) for p in result.pieces[1:]))


def test_an_answer_is_found_in_whole_words_only() -> None:
    text, _ = planted("en", "The partisan rested.", "It was art and nothing else.")
    leaks = LeakFinder(PreparedText.from_text(text)).leaks(
        Span(0, 3), ("nothing else", "isan rested")
    )
    assert [span.of(text) for span in leaks.answers] == ["nothing else"]
