"""Properties of the assertion filter for any answer (source 002; reading 27)."""

from hypothesis import example, given
from hypothesis import strategies as st

from core.evidence_gate.assertions.assertions import AssertionFilter
from core.evidence_gate.assertions.grounding import GroundedFacts, statements_in
from core.evidence_gate.assertions.statements import fold
from core.evidence_gate.evidence import Evidence
from core.text.span import Span

WORDS = """
几 数 人口 载 世纪前 个 嘉定 或 至
公元 西元 前 距今 第 代 世 世纪 年 年间 年前 月 日 洪武 乾隆 康熙 明朝 清 元 民国 甲子
同治 康雍 康雍乾 间 晚清 末 初 后 、 （ ）
一 三 六 十 百 千 万 〇 1368 23 600 2024 3 1,368 多 余 人 户 ， 。 建于 的 历史
in AD BC the year 23rd twenty three hundred generation generations years
ago century centuries population old anno c. King John days ' 's from to between and
since late early 1368-03-05 3/5/ - – 1712 jiazi the a mill was
Hongwu reign of during Ming dynasty people March , .
"""
# 甲子 is a year of each of these reigns; an impossible year would have no support.
PIECES = (*WORDS.split(), "\u200b", "**", " ")
ANSWERS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.lists(
    st.sampled_from(PIECES), max_size=12
).map(" ".join)
FILTER = AssertionFilter()


def evidence(text: str, number: int = 1) -> Evidence:
    return Evidence(number, f"ev-{number}", "t", 1, Span(0, len(text)), text, 1.0, 1.0)


@given(ANSWERS, ANSWERS)
@example("十 1368年", "")
@example("公元公元3年", "")
def test_nothing_ungrounded_is_left(answer: str, cited: str) -> None:
    for texts in ((), (evidence(cited),)):
        filtered = FILTER.apply(answer, texts).text
        grounds = GroundedFacts(texts)
        assert all(
            grounds.supporting(statement) for statement in statements_in(fold(filtered).text)
        ), filtered


@given(ANSWERS, ANSWERS)
def test_filtering_is_idempotent(answer: str, cited: str) -> None:
    once = FILTER.apply(answer, [evidence(cited)]).text
    assert FILTER.apply(once, [evidence(cited)]).text == once


@given(ANSWERS | st.text(max_size=60), ANSWERS)
def test_text_outside_of_removed_assertions_is_unchanged(answer: str, cited: str) -> None:
    filtered = FILTER.apply(answer, [evidence(cited)])
    remaining, copied_to = filtered.text, 0
    for removed in filtered.removed:
        expected = answer[copied_to : removed.span.start]
        assert remaining.startswith(expected + removed.replacement)
        remaining = remaining[len(expected + removed.replacement) :]
        copied_to = removed.span.end
        assert removed.span.of(answer) == removed.text
    assert remaining == answer[copied_to:]


@given(ANSWERS)
def test_an_answer_that_cites_itself_is_unchanged(answer: str) -> None:
    filtered = FILTER.apply(answer, [evidence(answer)])
    assert filtered.text == answer
