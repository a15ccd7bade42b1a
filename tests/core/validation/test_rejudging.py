"""Stored results at other thresholds: as the matcher itself would have said."""

import pytest

from core.text import EvidenceMatcher, WordRule
from core.validation.rejudging import found_at_threshold

TEXT = "The old man lifted the lamp above his head and walked slowly down to the river in the rain."
QUOTES = (
    "The old man lifted his lamp above the head and walked slowly to the river in the rain",
    "The old man lifted up the lamp over his head and then walked down towards the river in rain",
    "Two old men lifted three lamps above his head and walked slowly down to the river",
    "The old man never lifted the lamp above his head and walked slowly down to that river",
    "Thc old men liftcd the lanp abeve hls heod and walkcd slewly dovvn to thc rivcr in thc roin",
    "Thc old man liftcd the lanp abeve hls heod and walkcd slewly dovvn to thc rivcr in thc raln",
)


@pytest.mark.parametrize("wording", WordRule)
@pytest.mark.parametrize("quote", QUOTES)
@pytest.mark.parametrize("threshold", [0.6, 0.7, 0.75, 0.8, 0.85, 0.9])
def test_a_reworded_quote_is_judged_as_the_matcher_would(
    quote: str, threshold: float, wording: WordRule
) -> None:
    stored = EvidenceMatcher(1.0, wording=wording).match(quote, TEXT)
    assert stored.cause == "reworded"
    kinds = [difference.kind.value for difference in stored.differences]
    again = EvidenceMatcher(threshold, wording=wording).match(quote, TEXT)
    assert found_at_threshold(threshold, stored.similarity, kinds, quote, wording) is again.found


def test_the_content_check_stands_above_every_threshold() -> None:
    tolerate = WordRule.TOLERATE
    assert not found_at_threshold(0.6, 0.79, ["wording"], "a quote")
    assert found_at_threshold(0.6, 0.79, ["misread", "spelling", "article"], "a quote")
    assert found_at_threshold(0.6, 0.79, ["wording"], "a quote", tolerate)
    assert not found_at_threshold(0.6, 0.79, ["wording", "number"], "a quote", tolerate)
    assert not found_at_threshold(0.6, 0.79, ["wording"], "a quote ... in two parts", tolerate)
    assert found_at_threshold(0.6, 0.79, ["spelling"], "a quote ... in two parts")
