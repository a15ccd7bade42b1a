"""Measure the reader on real replies that the repository does not hold.

`python -m tests.core.llm.real_replies FOLDER` reads llm_replies_infinitebench_mc.jsonl (OpenBMB
InfiniteBench) and llm_replies_nocha.jsonl (NoCha) of a folder. A line of real_replies.txt is the
hash of a reply and the reading that was checked by hand: a letter, "abstained", or "-" where the
reply names no option at all or contradicts itself.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from core.depth.answer_reading import read_answer
from core.questions import Question, QuestionType

CHECKED = Path(__file__).with_name("real_replies.txt")


def real_replies(folder: Path) -> Iterator[tuple[str, Question]]:
    """Each reply and its question; options that the file does not give are stand-ins."""
    for row in _rows(folder / "llm_replies_infinitebench_mc.jsonl"):
        gold = row["gold_letter"].lower()
        choice = {letter: f"stand-in {letter * 3}" for letter in "abcd"}
        yield row["reply"], _question({**choice, gold: row["gold_text"]}, gold)
    for row in _rows(folder / "llm_replies_nocha.jsonl"):
        yield row["reply"], _question({"a": "True", "b": "False"}, "a" if row["gold"] else "b")


def reading(reply: str, question: Question) -> str:
    outcome, letters, _ = read_answer(reply, question)
    return "".join(letters) or {"parse_failure": "-"}.get(outcome.value, outcome.value)


def hash_of(reply: str) -> str:
    return sha256(reply.encode("utf-8", "replace")).hexdigest()[:16]


def _rows(file: Path) -> Iterator[dict[str, str]]:
    yield from map(json.loads, file.read_text().splitlines())


def _question(choice: dict[str, str], right: str) -> Question:
    return Question("?", QuestionType.SINGLE_CHOICE, choice, (right,))


def _measure(folder: Path) -> None:
    expected = dict(line.split() for line in CHECKED.read_text().splitlines())
    seen: Counter[str] = Counter()
    done: set[str] = set()
    for reply, question in real_replies(folder):
        key = hash_of(reply)
        if key not in expected or key in done:
            continue
        done.add(key)
        read = reading(reply, question)
        right = read == expected[key]
        seen["right" if right else "not read" if read == "-" else "read wrongly"] += 1
        if not right:
            print(f"{key}: {read}, not {expected[key]}")
    print(dict(seen), "of", len(expected))


if __name__ == "__main__":
    _measure(Path(sys.argv[1]))
