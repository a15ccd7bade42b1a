"""How stored verdicts would change under the other wording rule, and which rule a run used."""

from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.reports import ReportScope, validations
from core.services.runs import RunSpec
from core.services.runs.rule_flips import RuleFlips, count_flips
from core.services.runs.run_spec import read_spec
from core.text import EvidenceMatcher, WordRule
from db.engine import writing
from db.tables import QuestionRow, Run, RunItem, Validation
from tests.stored_set import stored_set

TEXT = (
    "They had packed at noon. The family left the house before the storm, and the carriage was "
    "over the bridge when the first drops fell on the road behind it. Nobody asked who had paid "
    "for it."
)
BENT = "The family left the house after the storm, and the carriage was over the bridge"
QUOTES = (
    ("bent", BENT, "b"),
    ("right", "Nobody asked who had paid for it", "b"),
    ("wrong answer", BENT, "a"),
    ("invented", "A stranger knocked at the door of the inn at midnight", "b"),
    ("scanned", "They hod packed at noon. Thc family left the house", "b"),
)


def a_run(engine: Engine, key: str, wording: WordRule | None) -> int:
    """A finished run judged under a rule; None: by a release without this setting."""
    matcher = EvidenceMatcher(wording=wording or WordRule.TOLERATE)
    with writing(engine) as session:
        set_id = stored_set(session, f"Storm {key}", TEXT, key=key, rows=len(QUOTES))
        spec = RunSpec(set_id=set_id, connection="test", context_mode="whole").model_dump(
            mode="json"
        )
        if wording is None:
            del spec["wording"]
        else:
            spec["wording"] = wording.value
        run = Run(
            title=key,
            set_id=set_id,
            spec=spec,
            spec_hash="0" * 16,
            status="done",
            total=len(QUOTES),
        )
        session.add(run)
        session.flush()
        for line, (item_key, quote, answered) in enumerate(QUOTES, start=1):
            _add_judged(session, run.id or 0, set_id, line, item_key, quote, answered, matcher)
        return run.id or 0


def _add_judged(
    session: Session,
    run_id: int,
    set_id: int,
    line: int,
    key: str,
    quote: str,
    model_answer: str,
    matcher: EvidenceMatcher,
) -> None:
    question = QuestionRow(
        set_id=set_id,
        line=line,
        item_key=key,
        question="When did they leave?",
        question_type="single_choice",
        choice={"a": "before the storm", "b": "after the storm"},
        answer=["b"],
        extra={},
    )
    session.add(question)
    session.flush()
    match = matcher.match(quote, TEXT)
    reasons = [] if model_answer == "b" else ["answer_mismatch"]
    reasons += [] if match.found else [f"evidence_{match.cause}"]
    item = RunItem(
        run_id=run_id,
        question_id=question.id or 0,
        item_key=key,
        outcome="failed" if reasons else "passed",
        attempts=1,
    )
    session.add(item)
    session.flush()
    verdict: dict[str, Any] = {"evidence": quote, "confidence": "high", "is_answerable": True}
    session.add(
        Validation(
            item_id=item.id or 0,
            run_id=run_id,
            question_id=question.id or 0,
            is_valid=not reasons,
            model_answer=[model_answer],
            answer_matches=model_answer == "b",
            evidence_found=match.found,
            evidence_similarity=match.similarity,
            evidence_verdict=match.verdict.value,
            failure_reasons=reasons,
            matched_text=match.matched_text,
            span_start=match.span.start if match.span else None,
            span_end=match.span.end if match.span else None,
            fragments=[[part.start, part.end] for part in match.fragments],
            context_start=0,
            context_end=len(TEXT),
            differences=[each.to_dict() for each in match.differences],
            warnings=[*match.warnings],
            **verdict,
        )
    )


def test_the_flips_are_counted_both_ways_and_nothing_is_changed(engine: Engine) -> None:
    old = a_run(engine, "old", None)
    strict = a_run(engine, "strict", WordRule.STRICT)
    assert count_flips(engine, old, WordRule.STRICT) == RuleFlips(judged=5, no_longer=1, newly=0)
    assert count_flips(engine, strict, WordRule.TOLERATE) == RuleFlips(5, no_longer=0, newly=1)
    assert count_flips(engine, old, WordRule.TOLERATE) == RuleFlips(5, no_longer=0, newly=0)
    assert count_flips(engine, strict, WordRule.STRICT) == RuleFlips(5, no_longer=0, newly=0)


def test_a_run_of_a_release_that_did_not_ask_tolerated(engine: Engine) -> None:
    old, new = a_run(engine, "old", None), a_run(engine, "new", WordRule.STRICT)
    rules = {run.id: run.spec.wording for run in validations(engine)}
    assert rules == {old: WordRule.TOLERATE, new: WordRule.STRICT}
    assert [run.id for run in ReportScope(wording=WordRule.STRICT).of(validations(engine))] == [new]
    spec = read_spec({"kind": "validation", "set_id": 1, "connection": "test"})
    assert isinstance(spec, RunSpec)
    assert spec.wording is WordRule.TOLERATE
    assert RunSpec(set_id=1, connection="test").wording is WordRule.STRICT
