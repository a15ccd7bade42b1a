"""How often the offline baseline is right on labelled questions.

    python -m tests.bench.baseline_accuracy FILE... [--novel NOVEL]

FILE holds questions in source 000's format. Each row brings its own `context`, or `--novel` names
the text that their positions count tokens of. Rows with an `evidence` field (a text or a list of
texts, copied from the context) also say how often the baseline's quote lies on the gold evidence.
"""

import argparse
import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.llm.client import Prompt
from core.llm.lexical_client import LexicalClient
from core.questions.question import Question
from core.questions.reader import read_questions
from core.stats import Rate
from core.text.tokens import TokenizedText, load_tokenizer

LEVELS = ("high", "medium", "low")


@dataclass(frozen=True)
class Asked:
    question: Question
    context: str
    reply: dict[str, Any]

    @property
    def right(self) -> bool:
        return set(self.question.answer) == set(self.reply["answer"])

    @property
    def on_gold_evidence(self) -> bool | None:
        """Half of the shorter of quote and gold in common; None where there is no gold."""
        given = self.question.extra.get("evidence", [])
        gold = [given] if isinstance(given, str) else given
        quote = _span(str(self.reply["evidence"]), self.context)
        spans = [span for span in (_span(text, self.context) for text in gold) if span]
        if not spans:
            return None
        return quote is not None and any(_overlap(quote, span) >= 0.5 for span in spans)


def _span(text: str, context: str) -> tuple[int, int] | None:
    start = context.find(text) if text else -1
    return (start, start + len(text)) if start >= 0 else None


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> float:
    common = min(one[1], other[1]) - max(one[0], other[0])
    return max(0, common) / min(one[1] - one[0], other[1] - other[0])


def contexts(
    questions: Sequence[Question], novel: TokenizedText | None
) -> Iterator[tuple[Question, str]]:
    """Questions with the text they are asked on; those without a text are left out."""
    for question in questions:
        if question.context is not None:
            yield question, question.context
        elif novel is not None and question.position is not None:
            position = question.position
            yield question, novel.slice(position.start_pos, min(position.end_pos, novel.n_tokens))


async def ask(client: LexicalClient, question: Question, context: str) -> Asked:
    prompt = Prompt(
        task="validation",
        template_id="baseline_accuracy",
        version="1",
        language="en",
        template_hash="",
        variables={
            "item": question.item_key,
            "question": question.question,
            "question_type": question.question_type,
            "choice": question.choice,
            "context": context,
        },
        messages=(),
    )
    return Asked(question, context, json.loads((await client.complete(prompt)).text))


async def ask_all(questions: Sequence[Question], novel: TokenizedText | None) -> list[Asked]:
    client = LexicalClient()
    return [await ask(client, *pair) for pair in contexts(questions, novel)]


def shown(rate: Rate) -> str:
    if rate.value is None or rate.interval is None:
        return "n 0"
    low, high = rate.interval
    return f"n {rate.n:5}  {rate.value:.3f}  [{low:.3f}, {high:.3f}]"


def rate(outcomes: Sequence[bool]) -> Rate:
    return Rate(sum(outcomes), len(outcomes))


def report(name: str, asked: Sequence[Asked]) -> Iterator[str]:
    chance = sum(1 / len(one.question.choice) for one in asked) / len(asked) if asked else 0
    yield f"{name}: mean 1/options {chance:.3f}"
    yield f"  right             {shown(rate([one.right for one in asked]))}"
    for level in LEVELS:
        of_level = [one.right for one in asked if one.reply["confidence"] == level]
        yield f"    {level:15} {shown(rate(of_level))}"
    placed = [hit for one in asked if (hit := one.on_gold_evidence) is not None]
    yield f"  quote on evidence {shown(rate(placed))}"
    yield f"  called answerable {shown(rate([bool(one.reply['is_answerable']) for one in asked]))}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--novel", type=Path, help="the text that positions count tokens of")
    arguments = parser.parse_args()
    novel = (
        TokenizedText.from_text(arguments.novel.read_text(encoding="utf-8"), load_tokenizer())
        if arguments.novel
        else None
    )
    for path in arguments.files:
        read = read_questions(path.read_bytes(), file_name=path.name)
        questions = [row.question for row in read.questions]
        asked = asyncio.run(ask_all(questions, novel))
        for line in report(path.name, asked):
            print(line)
        print(f"  refused {len(read.refused)}, without a text {len(questions) - len(asked)}")


if __name__ == "__main__":
    main()
