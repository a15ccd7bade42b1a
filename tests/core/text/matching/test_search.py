from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from core.text import PreparedText, normalise
from core.text.matching.budget import WorkBudget
from core.text.matching.prepared_quote import PreparedQuote
from core.text.matching.spelling import Spelling, tolerance
from core.text.matching.terms import Terms, is_word
from tests.core.text.samples import EN, ZH, awkward_texts

FEW_WORDS = ["the", "then", "than", "hen", "a", "an", "and", "not", "didnt", "handsome", "handsom"]
MIXED_WORDS = [*FEW_WORDS, "23", "二十三", "twenty", "three", "春去", "秋来", "花", "谢", "abc"]


def letters(terms: Terms) -> list[tuple[str, str]]:
    """(letter, word it belongs to) of every letter; what is no word is a letter of its own."""
    return [
        (letter, name) for name in terms.names() for letter in (name if is_word(name) else (name,))
    ]


def same(ours: tuple[str, str], theirs: tuple[str, str]) -> bool:
    (letter, word), (other, its_word) = ours, theirs
    related = Levenshtein.distance(word, its_word) <= tolerance(word)
    return letter == other and (
        word == its_word or (is_word(word) and is_word(its_word) and related)
    )


def least_distance(quote: PreparedQuote, text: Terms) -> int:
    """The textbook table (Sellers): a window may begin and end anywhere in the text."""
    theirs = letters(text)
    row = [0] * (len(theirs) + 1)
    for at, wanted in enumerate(letters(quote.terms), 1):
        new = [at]
        for column, letter in enumerate(theirs, 1):
            changed = row[column - 1] + (not same(wanted, letter))
            new.append(min(changed, row[column] + 1, new[-1] + 1))
        row = new
    return min(row)


def sentences(words: list[str], longest: int) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(words), max_size=longest).map(" ".join)


def passages(longest: int) -> st.SearchStrategy[str]:
    chinese = st.text("春去秋来花谢", max_size=2 * longest)
    return sentences(FEW_WORDS, longest) | sentences(MIXED_WORDS, longest) | chinese


@settings(max_examples=400)
@given(
    st.one_of(
        sentences(FEW_WORDS, 60), sentences(MIXED_WORDS, 60), st.text("春去秋来花谢", max_size=90)
    ),
    st.one_of(
        sentences(FEW_WORDS, 14), sentences(MIXED_WORDS, 14), st.text("春去秋来花谢", max_size=30)
    ),
    st.floats(0.4, 0.95),
    st.data(),
)
def test_no_near_copy_is_missed(
    text: str, quote: str, threshold: float, data: st.DataObject
) -> None:
    sought = normalise(quote).text
    if not sought:
        return
    if data.draw(st.booleans()):
        where = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, len(quote)))
        added = data.draw(st.sampled_from(["x", "", " ", "花", "and "]))
        text = text[:where] + " " + quote[:cut] + added + quote[cut + 1 :] + " " + text[where:]
    prepared = PreparedText.from_text(text)
    ready = prepared.sought(sought)
    edits = min(int((1 - threshold) * ready.letters), ready.letters - 1)
    work = WorkBudget()
    copies = prepared.near_copies(ready, edits, work)
    assert work.complete
    nearest = least_distance(ready, Terms.from_text(prepared.normal.text, ready.terms.vocabulary))
    assert bool(copies) == (nearest <= edits)
    for copy in copies:
        part = prepared.normal.text[copy.start : copy.end]
        assert least_distance(ready, Terms.from_text(part, ready.terms.vocabulary)) <= copy.distance
    if copies:
        assert copies[0].distance == nearest


@given(
    st.lists(st.text("abcdefgh", min_size=1, max_size=9), max_size=30, unique=True),
    st.text("abcdefgh", min_size=3, max_size=9),
)
def test_no_misspelling_is_missed(words: list[str], word: str) -> None:
    near = [
        at for at, other in enumerate(words) if Levenshtein.distance(word, other) <= tolerance(word)
    ]
    longer = [at for at in near if tolerance(words[at])]
    assert set(longer) <= set(Spelling(words).similar_to(word).tolist()) <= set(near)


@given(
    st.sampled_from(["twenty-three", "23", "二十三", "２３", "廿三"]),
    st.sampled_from(["23", "二十三", "twenty three"]),
)
def test_a_number_is_one_letter_however_it_is_written(one: str, other: str) -> None:
    prepared = PreparedText.from_text(f"then {one} men came in")
    copies = prepared.near_copies(prepared.sought(normalise(f"{other} men came").text), 1)
    assert copies[0].distance == 0


def test_a_text_is_normalised_once() -> None:
    prepared = PreparedText.from_text("some text")
    assert PreparedText.from_text(prepared) is prepared


def test_work_on_endless_repetition_is_bounded() -> None:
    prepared, work = PreparedText.from_text("春花" * 50_000), WorkBudget()
    copies = prepared.near_copies(prepared.sought("春花" * 75 + "秋" * 20 + "春花" * 15), 40, work)
    assert copies == [] or copies[0].distance == 20
    assert work.remaining >= 0


def test_a_search_that_was_cut_short_says_so() -> None:
    text = PreparedText.from_text("春去秋来花开花落" * 2_000)
    complete, short = WorkBudget(), WorkBudget(allowed=100)
    quote = text.sought("春去秋来花谢花落")
    assert text.near_copies(quote, 2, complete)
    assert text.near_copies(quote, 2, short) == []
    assert not short.complete


@settings(max_examples=300)
@given(awkward_texts, st.sampled_from([EN, ZH]), st.data())
def test_a_part_is_what_its_text_would_be_on_its_own(
    noise: str, text: str, data: st.DataObject
) -> None:
    book = text[:60] + noise + text[60:]
    start = data.draw(st.integers(0, len(book)))
    end = data.draw(st.integers(start, len(book)))
    part, alone = (
        PreparedText.from_text(book).part(start, end),
        PreparedText.from_text(book[start:end]),
    )
    assert part.text == alone.text
    assert part.normal.text == alone.normal.text
    assert part.normal.starts.tolist() == alone.normal.starts.tolist()
    assert part.normal.ends.tolist() == alone.normal.ends.tolist()
    quote = data.draw(st.sampled_from([text[70:95], "慢慢地走了回屋", "standing, fuly dresed"]))
    sought = normalise(quote).text
    ours, theirs = part.sought(sought), alone.sought(sought)
    assert part.near_copies(ours, 3) == alone.near_copies(theirs, 3)
    assert part.occurrences(ours, 9) == alone.occurrences(theirs, 9)


def test_a_part_of_a_part_knows_the_names_of_the_book() -> None:
    book = PreparedText.from_text(
        "At last, Meg came, and Meg sat. Then, Jo came, and Jo sat. " + EN
    )
    part = book.part(60, 200).part(10, 100)
    assert part.text == book.text[70:160]
    assert part.names is book.names
