"""`python -m tests.bench.gate.loop`: docs/measurements/answer_loop.md, the loop without a model."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.answer_loop import Config, MultiAgentGraph
from core.answer_loop.generators import ExtractiveGenerator
from core.answer_loop.loop_result import LoopResult
from core.answer_loop.rule_evaluator import RuleEvaluator
from core.evidence_gate.assertions.claim_sentences import says_nothing_is_known
from core.llm.nano_e5 import NANO_E5
from core.services.answers import AnswerContext, answerer, load_sample_documents
from core.stats.rates import Rate
from core.text.normalise import normal_form
from tests.bench.gate.__main__ import PAGE, shown
from tests.bench.gate.measure import desk_of
from tests.bench.gate.sets import (
    HELD_OUT,
    HERE,
    NPCS,
    Asked,
    load_documents,
    paraphrases,
    unanswerable,
)

HEAD = """# The answer loop without a model, measured

Written by `python -m tests.bench.gate.loop`: the baseline generates, the rules evaluate, three
attempts at most, five passages. Asked are the 64 paraphrases whose answers the sample documents
(44) and the other documents (20) of tests/bench/gate have. An answer is right where it quotes the
passage's words that answer. Figures are counts with n and the Wilson interval at 95 %; nothing is
random.

- **At first**: the first attempt. **At the end**: the answer that the loop returns.
- **Made worse**: right at first and not at the end. **Mended**: the other way round.
- **Something else**: the rules passed an answer that quotes other words. What does not pass is
  queued for a person.
- **Unanswerable**: the 26 questions that no document answers.

The baseline used to quote what fits less, or to say that nothing is known, once its first answer
did not pass: of these 64 questions 15 (by words) and 16 (and meaning) were right at first, and 6 at
the end. It stays with its first answer now, and the loop returns the best attempt. No second quote
ever mended a first.
"""


@dataclass(frozen=True, slots=True)
class Ran:
    """One loop: whether its first attempt and its final answer have the evidence, whether that one
    passed, and whether it tells anything.
    """

    asked: Asked
    first: bool
    last: bool
    passed: bool
    tells: bool


def main() -> None:
    columns = {name: list(_ran(name)) for name in ("", NANO_E5)}
    lines = ["| | by words | by words and meaning |", "| --- | --- | --- |"]
    counted: dict[str, Callable[[Ran], bool]] = {
        "right at first": lambda one: one.first,
        "right at the end": lambda one: one.last,
        "made worse": lambda one: one.first and not one.last,
        "mended": lambda one: one.last and not one.first,
        "passed and right": lambda one: one.passed and one.last,
        "passed and something else": lambda one: one.passed and one.tells and not one.last,
        "not known, it says": lambda one: not one.tells,
    }
    for name, counts in counted.items():
        cells = (Rate(sum(map(counts, ran)), len(ran)) for ran in columns.values())
        lines.append(f"| {name} | {' | '.join(map(shown, cells))} |")
    beside = (
        Rate(sum(one.tells and one.passed for one in ran), len(ran))
        for ran in (list(_ran(name, unanswerable)) for name in columns)
    )
    lines.append(f"| unanswerable, and passed with something | {' | '.join(map(shown, beside))} |")
    table = f"{HEAD}\n" + "\n".join(lines) + "\n"
    print(table)
    PAGE.with_name("answer_loop.md").write_text(table, encoding="utf-8")


def _ran(
    embedder: str, questions: Callable[[Path], Sequence[Asked]] = paraphrases
) -> Iterator[Ran]:
    for load, folder in ((load_sample_documents, HERE), (load_documents, HELD_OUT)):
        with desk_of(load, embedder) as desk:
            yield from (asyncio.run(_looped(desk, one)) for one in questions(folder))


async def _looped(desk: AnswerContext, one: Asked) -> Ran:
    graph = MultiAgentGraph(
        ExtractiveGenerator(),
        lambda _name: RuleEvaluator(),
        desk.retriever,
        Config(),
        source_ids=answerer(desk.engine, *NPCS[one.language]).profile.source_ids,
        observes=False,
    )
    result: LoopResult = await graph.run(one.question, language=one.language)
    wanted = normal_form(one.told.evidence or "")
    first, last = (
        wanted in normal_form(said) for said in (result.attempts[0].answer, result.final_answer)
    )
    tells = not says_nothing_is_known(result.final_answer)
    return Ran(one, first, last, not result.is_flagged, tells)


if __name__ == "__main__":
    main()
