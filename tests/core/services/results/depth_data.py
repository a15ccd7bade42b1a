"""Test data: a finished depth run with known results."""

import hashlib
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session, select

from core.depth import DEPTH_BINS, DEPTH_LABELS, Outcome, rebuild
from core.services.runs import DepthSpec
from core.text import Span
from db.engine import writing
from db.queries.projection import enter
from db.tables import DepthResult, QuestionRow, QuestionSet, Run, RunItem, SourceText
from tests.core.services.results.desk_data import NOVEL, QUOTE

LENGTHS = (400, 600)
START = NOVEL.index(QUOTE)
PIECES = [[0, START - 40], [START - 20, START + len(QUOTE) + 20], [900, 1100]]
CONTEXT = rebuild(NOVEL, [Span(*piece) for piece in PIECES])


def came(number: int, depth: int, length: int) -> Outcome:
    """Outcome by question, bin and length: the first question fails in the middle of the longer
    length.
    """
    if number == 0 and length == 600 and depth == 2:
        return Outcome.API_ERROR
    return Outcome.CORRECT if (number + depth) % 2 else Outcome.WRONG


def fill_depth(engine: Engine, *, backwards: bool = False, **chosen: Any) -> int:
    """Store a depth run over the set of `desk_data.fill`: every question at every depth, and
    controls. `backwards`: the last question of the file finished first.
    """
    options = {"repeats": 1, "controls": ("closed_book", "oracle", "filler_only"), **chosen}
    with writing(engine) as session:
        questions = session.exec(select(QuestionRow).where(QuestionRow.set_id == 1)).all()
        spec = DepthSpec(
            set_id=1,
            connection="lexical",
            model="lexical-1",
            depth_mode="crossed",
            context_lengths=LENGTHS,
            template_hash="a" * 64,
            **options,
        )
        run = Run(
            kind="depth",
            title="渡口 · depth",
            set_id=1,
            spec=spec.model_dump(mode="json"),
            spec_hash=spec.spec_hash,
            status="done",
            total=len(questions) * (10 + 4) * spec.repeats,
        )
        session.add(run)
        session.flush()
        order = list(enumerate(questions))
        for number, question in reversed(order) if backwards else order:
            for repeat in range(spec.repeats):
                for length in LENGTHS:
                    for depth, label in enumerate(DEPTH_LABELS):
                        cell = {"context_length": length, "depth_bin": label, "repeat": repeat}
                        target = {"target_depth": DEPTH_BINS[depth], "depth": DEPTH_BINS[depth]}
                        _add(session, run, question, came(number, depth, length), cell | target)
                    control = {"context_length": length, "control": "filler_only"}
                    leaks = Outcome.CORRECT if number == 0 else Outcome.ABSTAINED
                    _add(session, run, question, leaks, control | {"repeat": repeat})
                for control, outcome in (
                    ("oracle", Outcome.CORRECT),
                    ("closed_book", Outcome.ABSTAINED),
                ):
                    alone = {"context_length": 0, "control": control, "repeat": repeat}
                    _add(session, run, question, outcome, alone)
        enter(session, session.exec(select(RunItem.id).where(RunItem.run_id == run.id)).all())
        assert run.id is not None
        return run.id


def _add(
    session: Session, run: Run, question: QuestionRow, outcome: Outcome, cell: dict[str, Any]
) -> None:
    control = cell.get("control", "")
    failed = not outcome.answered
    without = control in ("closed_book", "filler_only")
    at_first = cell["context_length"] in (0, LENGTHS[0]) and not cell.get("repeat")
    leaked = outcome is Outcome.CORRECT and without and at_first
    at = "|".join(str(cell.get(name)) for name in ("context_length", "depth_bin", "repeat"))
    item = RunItem(
        run_id=run.id or 0,
        question_id=question.id or 0,
        item_key=f"{question.item_key}|{at}|{control}",
        outcome="infrastructure" if failed else "failed" if leaked else "answered",
        reason="timeout" if failed else "leaked" if leaked else None,
        error="No reply within 120 seconds." if failed else None,
    )
    session.add(item)
    session.flush()
    at_evidence = CONTEXT.index(QUOTE)
    session.add(
        DepthResult(
            item_id=item.id or 0,
            run_id=run.id or 0,
            question_id=question.id or 0,
            outcome=outcome.value,
            score=outcome.score,
            model_answer=_letters(outcome),
            parsing_status="success" if outcome.answered else outcome.value,
            metrics={"prefix_length": 10, "suffix_length": 30, "latency_s": 0.5}
            | ({"failure": "timeout"} if failed else {}),
            warnings=["evidence_wide"],
            context_tokens=cell["context_length"],
            pieces=[] if control == "closed_book" else PIECES,
            evidence_start=None if control else at_evidence,
            evidence_end=None if control else at_evidence + len(QUOTE),
            context_hash=hashlib.sha256(CONTEXT.encode()).hexdigest(),
            raw_reply=None if failed else '{"answer": ["b"]}',
            **cell,
        )
    )


def _letters(outcome: Outcome) -> list[str]:
    if outcome.answered and outcome is not Outcome.ABSTAINED:
        return ["b"] if outcome is Outcome.CORRECT else ["a"]
    return []


def questions_in(engine: Engine) -> int:
    with Session(engine) as session:
        return session.get_one(QuestionSet, 1).row_count


def change_novel(engine: Engine) -> None:
    with Session(engine) as session:
        source = session.get_one(SourceText, 1)
        source.text = "改" + source.text[1:]
        session.add(source)
        session.commit()
