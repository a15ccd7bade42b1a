"""A quote that sets its spaces otherwise is found all the same."""

from hypothesis import given
from hypothesis import strategies as st

from core.text.matching.unspaced import UnspacedText

texts = st.lists(st.text("abcd春秋", min_size=1, max_size=5), max_size=60).map(" ".join)


@given(texts, st.data())
def test_a_passage_is_found_with_any_spaces_and_else_nothing_is(
    text: str, data: st.DataObject
) -> None:
    unspaced = UnspacedText.from_text(text)
    letters = text.replace(" ", "")
    first = data.draw(st.integers(0, len(letters)))
    wanted = letters[first : data.draw(st.integers(first, len(letters)))]
    wanted += data.draw(st.sampled_from(["", "", "b", "春"]))
    if not wanted:
        return
    found = unspaced.find(" ".join(wanted))
    assert (found is not None) == (wanted in letters)
    if found:
        passage = text[slice(*found)]
        assert passage.replace(" ", "") == wanted
        assert passage == passage.strip()
