"""Questions to test with, by hand and by chance."""

import json
from typing import Any

from hypothesis import strategies as st

from core.questions import Position, Question, QuestionType, ReadQuestions, read_questions
from core.questions.row_parser import RESULT_FIELD
from core.questions.table_rows import is_own_column

WRITTEN = st.characters(exclude_categories=("Cs", "Cc", "Cf", "Co", "Cn"))
"""What people write; control characters would rightly be taken for a binary file."""

LIKE_FORMULAS = st.sampled_from(["=1+1", "-5", "+x", "@a", "'=q", "''-", "\tq", "＝一", 'a,b;c"d'])
TEXTS = st.text(WRITTEN, min_size=1, max_size=12).filter(str.strip) | LIKE_FORMULAS

FIELDS = frozenset({"question", "question_type", "choice", "answer", "position", "context"})


@st.composite
def questions(draw: st.DrawFn, extras: st.SearchStrategy[Any] = TEXTS) -> Question:
    """Any question with options in letter order; no extra field has the name of a column."""
    options = draw(st.lists(TEXTS, min_size=2, max_size=5))
    choice = dict(zip("abcde", options, strict=False))
    answer = draw(st.lists(st.sampled_from(list(choice)), min_size=1, unique=True))
    kind = draw(st.sampled_from(QuestionType)) if len(answer) == 1 else QuestionType.MULTI_CHOICE
    start = draw(st.integers(0, 10**6))
    names = TEXTS.filter(lambda name: name != RESULT_FIELD and not is_own_column(name))
    return Question(
        question=draw(TEXTS),
        question_type=kind,
        choice=choice,
        answer=tuple(answer),
        position=draw(st.none() | st.just(Position(start, start + 500))),
        context=draw(st.none() | TEXTS),
        extra=draw(st.dictionaries(names, extras, max_size=2)),
    )


def row(**changed: Any) -> dict[str, Any]:
    """A sound row with some fields changed; a field changed to `...` is left out."""
    sound = {
        "question": "Where did the letter lie?",
        "question_type": "single_choice",
        "choice": {"a": "In the drawer", "b": "Under the clock", "c": "At the inn"},
        "answer": ["b"],
        "position": {"start_pos": 10, "end_pos": 500},
    }
    return {name: value for name, value in (sound | changed).items() if value is not ...}


def read_rows(*rows: Any) -> ReadQuestions:
    """The rows read from JSON Lines; text stands for itself."""
    lines = (
        line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in rows
    )
    return read_questions("\n".join(lines).encode(), file_name="set.jsonl")
