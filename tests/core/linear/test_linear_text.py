"""Whatever is read of foreign text, twice the text is twice the work: nothing can hold up a worker.

`readers.py` is the table of what is held to it; a new public function that is given a text belongs
into it.
"""

import dataclasses
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from zlib import crc32

import pytest

from tests.core.linear.adversarial import DISTINCT, RUNS, SPEAKERS, Run
from tests.core.linear.growth import steep
from tests.core.linear.part_readers import PARTS
from tests.core.linear.readers import LIMITED, NOT_FOREIGN, ROOMS

READERS = {name: read for room in (*ROOMS.values(), PARTS) for name, read in room.items()}

_PAST_THE_LIMIT = 8_000
_FEW, _MANY = 30, 10
"""One in so many runs is tried with each reader; each run is tried with some of the readers."""

_FOREIGN = frozenset(
    {
        *("answer", "claimed", "context", "data", "evidence", "query", "quote", "raw", "raw_reply"),
        *("reply", "said", "segment", "sentence", "text", "text1"),
    }
)
"""How parameters are named that hold what somebody else wrote."""


@pytest.mark.parametrize("one_in", [_FEW, pytest.param(_MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", [name for name in READERS if name not in PARTS])
def test_work_grows_as_the_text_does(name: str, one_in: int) -> None:
    first, few = crc32(name.encode()), range(crc32(name.encode()) % _FEW, len(RUNS), _FEW)
    picked = few if one_in == _FEW else range(first % one_in, len(RUNS), one_in)
    # The long test runs beside the short one, and does not repeat it.
    runs = [RUNS[at] for at in picked if one_in == _FEW or at not in few]
    assert steep(READERS[name], runs, _PAST_THE_LIMIT if name in LIMITED else 500) == []


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in PARTS else pytest.mark.long) for name in READERS],
)
def test_work_grows_as_the_number_of_different_units_does(name: str) -> None:
    run = DISTINCT[crc32(name.encode()) % len(DISTINCT)]
    assert steep(READERS[name], [run], _PAST_THE_LIMIT if name in LIMITED else 1_000) == []


@pytest.mark.parametrize(
    ("name", "kind", "characters"),
    [
        ("core.answer_loop.rule_evaluator.RuleEvaluator.evaluate", "shares of names", 4_000),
        (
            "core.evidence_gate.assertions.chinese_new_names.new_chinese_names",
            "Chinese speakers",
            8_000,
        ),
        pytest.param(
            *("core.questions.json_rows.json_records", "rows, half of them broken", 200_000),
            marks=pytest.mark.long,
        ),
        ("core.text.retrieval.search_terms.query_parts", "Chinese words that begin alike", 8_000),
        (
            "core.text.retrieval.coverage.Coverage.from_query",
            "Chinese words that begin alike",
            8_000,
        ),
        pytest.param(
            *("core.verification.claims.claims.claims_in brands", "sentences", 64_000),
            marks=pytest.mark.long,
        ),
        ("core.verification.copy_text.word_rules.RuledWords.find titles", "names", 16_000),
        pytest.param(
            *("core.verification.repairs.guards.repair_guards.refusal", "names", 64_000),
            marks=pytest.mark.long,
        ),
        ("core.verification.repairs.repair_drafts.with_sound_lines", "lines", 32_000),
    ],
)
def test_what_was_once_found_steep_with_different_units_is_not(
    name: str, kind: str, characters: int
) -> None:
    """From so many characters on it was, before it was mended."""
    run = next(run for run in (*DISTINCT, SPEAKERS) if run.kind == kind)
    assert steep(READERS[name], [run], characters) == []


@pytest.mark.parametrize(
    ("name", "run"),
    [
        ("core.evidence_gate.assertions.answer_type.AnswerType", Run(",", ends=" who")),
        ("core.evidence_gate.assertions.event_kinds.mentions_kind", Run("1")),
        ("core.evidence_gate.assertions.event_kinds.mentions_kind", Run("二")),
        ("core.evidence_gate.assertions.people.mentions_person", Run("一")),
        *(
            (f"core.llm.replies.json_objects.{name}", Run("\u3000", begins, '"}'))
            for name, begins in (
                ("as_whole", '{"answer": "'),
                ("read_json_object closed", '", "why": "'),
            )
        ),
        ("core.evidence_gate.extractive.ExtractiveWriter.write", Run("他说：“好。”")),
        ("core.depth.answer_reading.read_answer cue", Run("\u3000", "我", "x")),
        ("core.llm.replies.json_repairs.as_repaired", Run("{a:")),
        ("core.answer_loop.model_evaluator.read_evaluation suggestion", Run("{a:")),
        ("core.llm.replies.options.numbers.with_letters", Run("\t")),
        ("core.verification.repairs.guards.edit_kinds.kind_of", Run("一")),
        ("core.verification.repairs.edits.claim_edits.without_holiday", Run(" ", "我", "x")),
        ("core.verification.repairs.repair_drafts.with_sound_lines", Run(" ", "我", "x")),
        ("core.verification.repairs.guards.repair_guards.refusal", Run(">")),
    ],
)
def test_what_was_once_found_steep_is_not(name: str, run: Run) -> None:
    """Found when every reader was tried with every run; the test above tries some of the pairs."""
    assert steep(READERS[name], [run]) == []
    if name in LIMITED:
        assert steep(READERS[name], [run], _PAST_THE_LIMIT) == []


def test_every_public_function_of_foreign_text_is_held_to_it() -> None:
    held = {name.split(" ")[0] for name in READERS}
    missing = {
        name
        for name in _functions_of_text()
        if name not in NOT_FOREIGN and not any(_covers(one, name) for one in held)
    }
    assert missing == set()


def _covers(held: str, name: str) -> bool:
    """A class stands for its methods."""
    return name == held or name.startswith(f"{held}.")


def _functions_of_text() -> Iterator[str]:
    """The public functions and methods of the rooms that take a text or a file."""
    for room in ROOMS:
        package = importlib.import_module(f"core.{room}")
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(found.name)
            for name, value in vars(module).items():
                if name.startswith("_") or getattr(value, "__module__", "") != module.__name__:
                    continue
                for path, function in _callables(name, value):
                    if _takes_text(function):
                        yield f"{module.__name__}.{path}"


def _callables(name: str, value: object) -> Iterator[tuple[str, object]]:
    if not inspect.isclass(value):
        yield name, inspect.unwrap(value) if callable(value) else value
        return
    for method, function in vars(value).items():
        plain = function.__func__ if isinstance(function, classmethod | staticmethod) else function
        made = method == "__init__" and not dataclasses.is_dataclass(value)
        if inspect.isfunction(plain) and (made or not method.startswith("_")):
            yield (name if made else f"{name}.{method}"), plain


def _takes_text(function: object) -> bool:
    if not inspect.isfunction(function):
        return False
    parameters = inspect.signature(function).parameters.values()
    return any(
        parameter.name in _FOREIGN and _is_text(parameter.annotation) for parameter in parameters
    )


def _is_text(annotation: object) -> bool:
    said = annotation.__name__ if isinstance(annotation, type) else str(annotation)
    return said in ("str", "bytes", "Completion") or said.startswith(("str |", "bytes |"))
