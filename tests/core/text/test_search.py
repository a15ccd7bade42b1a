from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from core.text import PreparedText
from core.text.edits import nearest_window

few_letters = st.text(st.sampled_from("ab c"), max_size=40)
quotes = st.text(st.sampled_from("abcd"), min_size=1, max_size=24)


def least_distance(quote: str, text: str) -> int:
    """The textbook table (Sellers): a window may begin and end anywhere in the text."""
    row = [0] * (len(text) + 1)
    for at, wanted in enumerate(quote, 1):
        new = [at]
        for column, character in enumerate(text, 1):
            new.append(min(row[column - 1] + (wanted != character), row[column] + 1, new[-1] + 1))
        row = new
    return min(row)


@given(quotes, few_letters)
def test_the_nearest_window_is_as_near_as_any(quote: str, text: str) -> None:
    window = nearest_window(quote, text)
    assert window.distance == least_distance(quote, text)
    assert Levenshtein.distance(quote, text[window.start : window.end]) == window.distance


@given(st.text(max_size=30), st.text(max_size=30))
def test_the_nearest_window_is_found_in_any_script(quote: str, text: str) -> None:
    window = nearest_window(quote, text)
    assert window.distance == least_distance(quote, text)
    assert 0 <= window.start <= window.end <= len(text)


@settings(max_examples=300)
@given(
    st.text(st.sampled_from("abcde fg"), max_size=300),
    st.text(st.sampled_from("abcde fg"), min_size=3, max_size=40),
    st.floats(0.4, 0.95),
    st.data(),
)
def test_no_near_copy_is_missed(
    text: str, quote: str, threshold: float, data: st.DataObject
) -> None:
    if data.draw(st.booleans()):
        where = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, len(quote)))
        text = text[:where] + quote[:cut] + "x" + quote[cut + 1 :] + text[where:]
    prepared = PreparedText.of(text)
    normal = prepared.normal.text
    edits = int((1 - threshold) * len(quote))
    copies = prepared.near_copies(quote, edits)
    nearest = least_distance(quote, normal)
    assert bool(copies) == (nearest <= edits)
    for copy in copies:
        assert Levenshtein.distance(quote, normal[copy.start : copy.end]) == copy.distance
    if copies:
        assert copies[0].distance == nearest


@given(quotes, few_letters)
def test_the_likeliest_distance_is_never_below_the_least(quote: str, text: str) -> None:
    prepared = PreparedText.of(text)
    likeliest = prepared.likeliest_distance(quote)
    assert least_distance(quote, prepared.normal.text) <= likeliest <= len(quote)


def test_a_text_is_normalised_once() -> None:
    prepared = PreparedText.of("some text")
    assert PreparedText.of(prepared) is prepared


def test_work_on_endless_repetition_is_bounded() -> None:
    prepared = PreparedText.of("a" * 100_000)
    copies = prepared.near_copies("a" * 150 + "b" * 20 + "a" * 30, 40)
    assert copies[0].distance == 20
