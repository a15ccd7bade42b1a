from collections import Counter

import pytest

from core.depth import ContextBuilder, rebuild
from core.text import Span, TokenizedText, load_tokenizer
from tests.bench.invented import novel
from tests.core.depth.check_contexts import cases, faults


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(120, marks=pytest.mark.short),
        pytest.param(1_000, marks=pytest.mark.long),
    ],
)
def test_no_context_is_off_length_depth_or_evidence(number: int) -> None:
    found = list(cases(number))
    assert Counter(fault for _, fault in found) == {"": number}, [f for f in found if f[1]]


def test_the_check_finds_each_fault() -> None:
    """It would be worth little if it passed everything."""
    tokenizer = load_tokenizer()
    text = novel("en", 60_000, 8)
    tokens = TokenizedText.from_text(text, tokenizer)
    result = ContextBuilder.from_tokens(tokens).build_context(
        {"position": {"start_pos": 5_000, "end_pos": 5_050}}, 0.5, 2_000, 100
    )
    evidence = tokens.span(5_000, 5_050).of(text)

    def told(depth: float = 0.5, length: int = 2_000, **changed: object) -> set[str]:
        other = type(result)(**{**vars(result), **changed})
        return set(faults(text, evidence, depth, length, other, tokenizer._encoding))

    assert told() == set()
    assert "length" in told(length=2_050)
    assert {"depth in tokens", "depth in characters"} <= told(depth=0.6)
    assert "depth as told" in told(actual_depth=0.51)
    assert "evidence_start as told" in told(evidence_start=result.evidence_start + 5)
    assert told(evidence_chars=Span(0, len(evidence))) >= {"evidence"}
    assert "U+FFFD" in told(context="\ufffd" + result.context[1:])
    twice = (*result.pieces, result.pieces[0])
    assert "overlap" in told(pieces=twice, context=rebuild(text, twice))
    assert told(success=False) == {"not built"}
