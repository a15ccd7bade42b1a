"""Where a question is asked and its quote is looked up."""

from core.questions import Position, Question, QuestionType
from core.text import EvidenceMatcher, load_tokenizer
from core.validation.contexts import Book, ContextMode, context_for
from core.validation.judging import locate_quote


def test_of_a_quote_that_stands_twice_the_one_at_the_question_s_position_is_meant() -> None:
    text = "She said yes to him. " + "The rain went on all night. " * 20 + "She said yes to him. "
    book = Book.from_text(text, load_tokenizer())
    later = text.rindex("She said")
    start = book.tokens.token_at(later)
    asked = Question(
        question="What did she say?",
        question_type=QuestionType.SINGLE_CHOICE,
        choice={"a": "Yes", "b": "No"},
        answer=("a",),
        position=Position(start, start + 5),
    )
    context = context_for(asked, book, ContextMode.WHOLE)
    found = locate_quote(EvidenceMatcher(), "She said yes to him.", asked, context, book).match
    assert found.span is not None
    assert found.span.start == later
    assert found.occurrence_count == 2
