"""A model behind the tests' server whose accuracy is a known function of depth and length.

`python -m tests.planted --novel NOVEL --questions OUT.jsonl --lengths 8000 ...` writes questions on
any novel, prints the URL to ask at, and answers until its time is up.
"""

import argparse
import asyncio
import json
import random
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.questions import write_atomically
from core.text import Span, TokenizedText, guess_language, load_tokenizer
from core.text.language.sentences import sentence_spans
from tests.openai_server import ChatRequest, OpenAIServer

Truth = Callable[[float, float], float]
"""(tokens of the context, depth of the evidence) -> chance of a right answer."""

LETTERS = "abcd"
CHANCE = 1 / len(LETTERS)
_ASKED = {
    "en": "Which sentence comes right after this one in the text? “{said}”",
    "zh": "下面这句话在文中的下一句是哪一句？“{said}”",
}
# Characters of a sentence that is worth asking about.
_SAYS = {"en": (40, 220), "zh": (12, 80)}


def lost_in_the_middle(longest: int) -> Truth:
    """0.95 at both ends and without other text, 0.45 in the middle of the longest context."""

    def truth(tokens: float, depth: float) -> float:
        return 0.95 - 0.5 * (1 - (2 * depth - 1) ** 2) * tokens / longest

    return truth


def next_sentence_rows(tokens: TokenizedText, count: int, seed: int = 0) -> list[dict[str, Any]]:
    """Questions spread evenly over a novel, in source 000's format: what follows a sentence.

    The evidence is both sentences; the other options are sentences of the same novel.
    """
    rng, text = random.Random(seed), tokens.text
    language = guess_language(text)
    low, high = _SAYS[language]
    spans = [Span(*span) for span in sentence_spans(text)]
    said = [span.of(text) for span in spans]
    fit = [low <= len(one) <= high and "\n" not in one for one in said]
    pairs = [at for at in range(len(said) - 1) if fit[at] and fit[at + 1]]
    rows: list[dict[str, Any]] = []
    for number in range(count):
        at = pairs[number * len(pairs) // count]
        others = rng.sample([i for i in pairs if said[i] != said[at + 1]], len(LETTERS) - 1)
        options = [said[at + 1], *(said[i] for i in others)]
        rng.shuffle(options)
        start = tokens.token_at(spans[at].start)
        rows.append(
            {
                "id": f"next-{number}",
                "question": _ASKED[language].format(said=said[at]),
                "question_type": "single_choice",
                "choice": dict(zip(LETTERS, options, strict=True)),
                "answer": [LETTERS[options.index(said[at + 1])]],
                "position": {
                    "start_pos": start,
                    "end_pos": tokens.token_at(spans[at + 1].end - 1) + 1,
                },
            }
        )
    return rows


@dataclass(frozen=True)
class _Known:
    evidence: str
    right: str


class PlantedModel:
    """Reads the prompt: finds the evidence in its text, and where. Right by `truth` at that place
    and length, in characters; by chance where the evidence is not.

    Draws by a seeded hash of the prompt: the same prompt gets the same answer.
    `leaking`: ids of questions it knows by heart, evidence or not.
    """

    def __init__(
        self,
        rows: Iterable[Mapping[str, Any]],
        tokens: TokenizedText,
        truth: Truth,
        *,
        leaking: Collection[str] = (),
        seed: int = 0,
    ) -> None:
        self._known = {
            row["question"]: _Known(
                tokens.span(row["position"]["start_pos"], row["position"]["end_pos"])
                .of(tokens.text)
                .strip(),
                row["choice"][row["answer"][0]],
            )
            for row in rows
        }
        self._leaking = {row["question"] for row in rows if row["id"] in leaking}
        self._characters = len(tokens.text) / tokens.n_tokens
        self._truth, self._seed = truth, seed

    def __call__(self, request: ChatRequest) -> str:
        drawn = random.Random(f"{self._seed}:{request.prompt}")
        question = next(one for one in self._known if f"{one}\n" in request.asked)
        known = self._known[question]
        right = drawn.random() < self._chance(question, known.evidence, request.context)
        options = request.options
        letters = [letter for letter in options if (options[letter] == known.right) is right]
        return json.dumps({"answer": [drawn.choice(letters)]})

    def _chance(self, question: str, evidence: str, context: str) -> float:
        if question in self._leaking:
            return 1.0
        at, around = context.find(evidence), len(context) - len(evidence)
        if at < 0:
            return CHANCE
        return self._truth(len(context) / self._characters, at / around if around else 0.0)


async def _serve(options: argparse.Namespace) -> None:
    tokens = TokenizedText.from_text(options.novel.read_text(encoding="utf-8"), load_tokenizer())
    rows = next_sentence_rows(tokens, options.count)
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    write_atomically(options.questions, lines.encode())
    model = PlantedModel(rows, tokens, lost_in_the_middle(options.longest))
    async with OpenAIServer(model, latency_s=options.latency) as server:
        print(server.url, flush=True)
        await asyncio.sleep(options.lifetime)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description=__doc__)
    parser.add_argument("--novel", type=Path, required=True, help="UTF-8")
    parser.add_argument("--questions", type=Path, required=True, help="written")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--longest", type=int, default=128_000, help="tokens where 0.45 is reached")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each answer")
    parser.add_argument("--lifetime", type=float, default=900.0, help="seconds until it stops")
    asyncio.run(_serve(parser.parse_args()))


if __name__ == "__main__":
    main()
