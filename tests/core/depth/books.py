"""A novel of invented sentences with planted facts, and questions on them."""

import json
import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.questions import Question, parse_question
from core.text import TokenizedText, load_tokenizer

TOKENIZER = load_tokenizer()

FACTS = (
    (
        "Where did the ferryman hide the brass key?",
        "under the third oar",
        "Old Pell hid the brass key under the third oar, where no customs man ever looked.",
    ),
    (
        "What did Ruth sell in the spring?",
        "her grandmother's loom",
        "In the spring Ruth sold her grandmother's loom to a pedlar from the hills.",
    ),
    (
        "Who rang the bell on the night of the flood?",
        "the baker's youngest son",
        "On the night of the flood it was the baker's youngest son who rang the bell.",
    ),
    (
        "How did the surveyor lose his map?",
        "a goat ate it",
        "The surveyor put his map on the wall for a moment, and a goat ate it to the corners.",
    ),
    (
        "What was painted on the sign of the inn?",
        "a blue heron",
        "Above the door of the inn swung a sign with a blue heron, newly painted and peeling.",
    ),
    (
        "Why did the choir stop singing?",
        "the candles went out",
        "Halfway through the second psalm the candles went out and the choir fell silent.",
    ),
    (
        "What did the widow keep in the clock?",
        "forty silver coins",
        "Nobody knew that the widow kept forty silver coins in the case of the tall clock.",
    ),
)
"""(question, correct answer, sentence that states it)."""

_WORDS = """harbour window letter gravel orchard winter cousin ladder market silence copper kettle
    shoulder valley lantern meadow basket thunder corner bridge ribbon candle garden pepper
    saddle whistle barley feather cellar ledger"""
_VERBS = "crossed mended watched carried remembered avoided measured counted covered followed"
_NAMES = "Ada Bruno Clemens Dora Edgar Flora Gustav Hanna Ivo Judith Konrad Lena"


def story(sentences: int = 700, seed: int = 7) -> str:
    """Return sentences of about 15 tokens each, with the facts spread evenly among them."""
    rng = random.Random(seed)
    lines = [_sentence(rng) for _ in range(sentences)]
    step = sentences // (len(FACTS) + 1)
    for number, (_, _, sentence) in enumerate(FACTS, start=1):
        lines[number * step] = sentence
    return (
        "\n\n".join(" ".join(lines[start : start + 6]) for start in range(0, len(lines), 6)) + "\n"
    )


def _sentence(rng: random.Random) -> str:
    noun_a, noun_b, noun_c, noun_d = rng.sample(_WORDS.split(), 4)
    first, second = rng.sample(_NAMES.split(), 2)
    return (
        f"{first} {rng.choice(_VERBS.split())} the {noun_a} beside the {noun_b} while {second} "
        f"{rng.choice(_VERBS.split())} a {noun_c} and the {noun_d}."
    )


def rows(text: str, facts: Iterable[tuple[str, str, str]] = FACTS) -> list[dict[str, Any]]:
    """Return question rows, all with the answer b and positions in tokens of `TOKENIZER`."""
    tokens = TokenizedText.from_text(text, TOKENIZER)
    question_rows = []
    for number, (question, answer, sentence) in enumerate(facts, start=1):
        position = text.index(sentence)
        start, end = tokens.token_at(position), tokens.token_at(position + len(sentence) - 1) + 1
        question_rows.append(
            {
                "id": f"q{number}",
                "question": question,
                "question_type": "single_choice",
                "choice": {"a": f"nothing {number}", "b": answer, "c": f"a rumour {number}"},
                "answer": ["b"],
                "position": {"start_pos": start, "end_pos": end},
            }
        )
    return question_rows


@dataclass(frozen=True)
class Shelf:
    """A novel and its question set in a folder."""

    folder: Path
    text: str
    rows: list[dict[str, Any]]

    @classmethod
    def of(cls, folder: Path, text: str | None = None, **changes: Any) -> "Shelf":
        """Write a novel and its questions to a folder; `changes` overwrite fields of every row."""
        text = story() if text is None else text
        shelf = cls(folder, text, [row | changes for row in rows(text)])
        shelf.novel.write_text(text, encoding="utf-8")
        shelf.write(shelf.rows)
        return shelf

    @property
    def novel(self) -> Path:
        return self.folder / "novel.txt"

    @property
    def set(self) -> Path:
        return self.folder / "questions.jsonl"

    @property
    def paths(self) -> tuple[str, str]:
        return str(self.novel), str(self.set)

    @property
    def questions(self) -> list[Question]:
        return [parse_question(row) for row in self.rows]

    def write(self, rows: Iterable[dict[str, Any]], name: str = "questions.jsonl") -> Path:
        path = self.folder / name
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        path.write_text("".join(lines), encoding="utf-8")
        return path
