from hypothesis import given
from hypothesis import strategies as st

from core.text import normalise
from core.text.language.words import TOKEN
from core.text.matching.boundary_adjustment import adjust_boundaries
from core.text.matching.content import differences
from core.text.matching.diff import token_changes
from tests.core.text.samples import EN, ZH, awkward_texts

TEXTS = st.sampled_from([normalise(EN).text, normalise(ZH).text]) | awkward_texts.map(
    lambda text: normalise(text).text
)


@st.composite
def near_copies(draw: st.DrawFn) -> tuple[str, str]:
    """A normalised text and the same with a few stretches of others put in for its own."""
    source = draw(TEXTS)
    claimed = source
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(claimed)))
        end = draw(st.integers(start, min(len(claimed), start + 8)))
        claimed = claimed[:start] + draw(TEXTS)[:6] + claimed[end:]
    return claimed, source


@given(near_copies())
def test_changes_turn_the_source_into_the_claim(pair: tuple[str, str]) -> None:
    claimed, source = pair
    rebuilt, done = [], 0
    for ours, theirs, _, _ in token_changes(claimed, source):
        assert claimed[ours.start : ours.end].split() == " ".join(ours.words).split() or ours.words
        rebuilt += [*TOKEN.findall(source, done, theirs.start), *ours.words]
        done = theirs.end
    rebuilt += TOKEN.findall(source, done)
    assert rebuilt == TOKEN.findall(claimed)


@given(near_copies())
def test_only_what_differs_is_listed(pair: tuple[str, str]) -> None:
    claimed, source = pair
    found = differences(claimed, source)
    assert (not found) == (TOKEN.findall(claimed) == TOKEN.findall(source))
    assert all(difference.claimed != difference.source for difference in found)


@given(near_copies(), st.integers(0, 30), st.integers(0, 30))
def test_a_passage_is_stretched_within_its_text(
    pair: tuple[str, str], before: int, after: int
) -> None:
    claimed, text = pair
    start, end = min(before, len(text)), max(min(before, len(text)), len(text) - after)
    first, last = adjust_boundaries(claimed, text, start, end)
    assert 0 <= first <= last <= len(text)
