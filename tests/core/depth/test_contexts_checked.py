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
def test_every_context_has_its_length_depth_and_evidence(number: int) -> None:
    results = list(cases(number))
    assert Counter(fault for _, fault in results) == {"": number}, [f for f in results if f[1]]


def test_the_check_finds_each_fault() -> None:
    """The check itself must detect faults, not just pass correct contexts."""
    tokenizer = load_tokenizer()
    text = novel("en", 60_000, 8)
    tokens = TokenizedText.from_text(text, tokenizer)
    result = ContextBuilder.from_tokens(tokens).build_context(
        {"position": {"start_pos": 5_000, "end_pos": 5_050}}, 0.5, 2_000, 100
    )
    evidence = tokens.span(5_000, 5_050).of(text)

    def faults_of(depth: float = 0.5, length: int = 2_000, **changes: object) -> set[str]:
        changed_result = type(result)(**{**vars(result), **changes})
        return set(faults(text, evidence, depth, length, changed_result, tokenizer._encoding))

    assert faults_of() == set()
    assert "length" in faults_of(length=2_050)
    assert {"depth in tokens", "depth in characters"} <= faults_of(depth=0.6)
    assert "depth as told" in faults_of(actual_depth=0.51)
    assert "evidence_start as told" in faults_of(evidence_start=result.evidence_start + 5)
    assert faults_of(evidence_chars=Span(0, len(evidence))) >= {"evidence"}
    assert "U+FFFD" in faults_of(context="\ufffd" + result.context[1:])
    repeated = (*result.pieces, result.pieces[0])
    assert "overlap" in faults_of(pieces=repeated, context=rebuild(text, repeated))
    assert faults_of(success=False) == {"not built"}
