"""Reading and checking a large question set."""

import json
import random
from collections.abc import Iterator

from core.questions import check_questions, read_questions
from tests.bench.pairs import Row, timed

ROWS = 50_000


def question_file() -> bytes:
    rng = random.Random(5)
    words = [f"word{number}" for number in range(4000)]

    def text(count: int) -> str:
        return " ".join(rng.choices(words, k=count))

    rows = (
        {
            "id": f"q{number}",
            "question": f"{text(12)}?",
            "question_type": "single_choice",
            "choice": {letter: text(4) for letter in "abcd"},
            "answer": [rng.choice("abcd")],
            "position": {"start_pos": number, "end_pos": number + 500},
        }
        for number in range(ROWS)
    )
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def rows() -> Iterator[Row]:
    data = question_file()
    read = read_questions(data, file_name="q.jsonl")
    yield Row(
        f"read {ROWS:,} questions",
        "read_questions",
        timed(lambda: read_questions(data, file_name="q.jsonl")),
    )
    yield Row(
        f"check {ROWS:,} questions, near duplicates included",
        "check_questions",
        timed(lambda: check_questions(read.questions, n_tokens=60_000)),
    )
