"""The forms of reply_forms.txt, and what the reader makes of them."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from core.depth.answer_reading import read_answer
from core.llm import UnreadableReply, read_validation_reply
from core.questions import Question, QuestionType

FORMS = Path(__file__).with_name("reply_forms.txt")
ALL_FORMS = (FORMS, *sorted(FORMS.parent.glob("unseen_forms_*.txt")))
"""And those that were measured at first sight (docs/measurements/replies.md)."""
_CHOICE = {
    "en": {"a": "a lamp", "b": "a rope", "c": "the ledger", "d": "nothing at all"},
    "zh": {"a": "一盏灯", "b": "一根绳子", "c": "账本", "d": "什么也没有"},
}


class ReplyForm(NamedTuple):
    """`expected`: letters, an outcome's name, or "-" for no reading; several are allowed."""

    language: str
    multi: bool
    expected: tuple[str, ...]
    reply: str

    @property
    def question(self) -> Question:
        kind = QuestionType.MULTI_CHOICE if self.multi else QuestionType.SINGLE_CHOICE
        return Question("?", kind, _CHOICE[self.language], ("b",))

    @property
    def reading(self) -> str:
        outcome, letters, _ = read_answer(self.reply, self.question)
        return "".join(letters) or {"parse_failure": "-"}.get(outcome.value, outcome.value)

    @property
    def value_reading(self) -> str:
        """The letters that a validation reads where the reply is its field `answer`."""
        reply = {"answer": self.reply, "evidence": "x", "is_answerable": True, "confidence": "high"}
        question = self.question
        try:
            read = read_validation_reply(
                json.dumps(reply), question.choice, question.question_type.value
            )
        except UnreadableReply:
            return "-"
        return "".join(read.answer)


def reply_forms(file: Path = FORMS) -> Iterator[ReplyForm]:
    language, multi = "en", False
    for line in file.read_text().splitlines():
        if line.startswith("#"):
            continue
        if line.startswith("[") and "|" not in line:
            language, _, kind = line.strip("[]").partition(" ")
            multi = kind == "multi"
            continue
        expected, _, reply = line.partition("|")
        yield ReplyForm(language, multi, tuple(expected.split("/")), reply.replace("\\n", "\n"))


def _print(forms: list[ReplyForm]) -> None:
    off = [form for form in forms if form.reading not in form.expected]
    for form in off:
        print(
            "unread" if form.reading == "-" else "WRONG",
            form.expected,
            form.reading,
            repr(form.reply),
        )
    unread = sum(form.reading == "-" for form in off)
    print(f"{len(forms)} forms, {len(off) - unread} read wrongly, {unread} not read")


if __name__ == "__main__":
    _print(list(reply_forms(Path(sys.argv[1]) if len(sys.argv) > 1 else FORMS)))
