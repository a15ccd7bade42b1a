from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from core.text import PreparedText, normalise
from core.text.edits import nearest_window
from core.text.grams import Work
from tests.core.text.samples import EN, ZH, awkward_texts

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
    prepared, work = PreparedText.of("a" * 100_000), Work()
    copies = prepared.near_copies("a" * 150 + "b" * 20 + "a" * 30, 40, work)
    assert copies[0].distance == 20
    assert work.left >= 0


def test_a_search_that_was_cut_short_says_so() -> None:
    text = PreparedText.of("春去秋来花开花落" * 2_000)
    complete, short = Work(), Work(allowed=100)
    text.near_copies("春去秋来花谢花落", 2, complete)
    assert text.near_copies("春去秋来花谢花落", 2, short) == []
    assert not short.complete


@settings(max_examples=300)
@given(awkward_texts, st.sampled_from([EN, ZH]), st.data())
def test_a_part_is_what_its_text_would_be_on_its_own(
    noise: str, text: str, data: st.DataObject
) -> None:
    book = text[:60] + noise + text[60:]
    start = data.draw(st.integers(0, len(book)))
    end = data.draw(st.integers(start, len(book)))
    part, alone = PreparedText.of(book).part(start, end), PreparedText.of(book[start:end])
    assert part.text == alone.text
    assert part.normal.text == alone.normal.text
    assert part.normal.starts.tolist() == alone.normal.starts.tolist()
    assert part.normal.ends.tolist() == alone.normal.ends.tolist()
    quote = data.draw(st.sampled_from([text[70:95], "慢慢地走了回屋", "standing, fuly dresed"]))
    sought = normalise(quote).text
    assert part.near_copies(sought, 3) == alone.near_copies(sought, 3)
    assert part.likeliest_distance(sought) == alone.likeliest_distance(sought)


def test_a_part_of_a_part_knows_the_names_of_the_book() -> None:
    book = PreparedText.of("At last, Meg came, and Meg sat. Then, Jo came, and Jo sat. " + EN)
    part = book.part(60, 200).part(10, 100)
    assert part.text == book.text[70:160]
    assert part.names is book.names
