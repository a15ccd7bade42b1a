"""Test data: one small finished run with an item of every kind."""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session, select

from core.services.runs import RunSpec
from db.engine import writing
from db.queries.projection import enter
from db.tables import QuestionRow, Run, RunItem, Validation
from tests.stored_set import stored_set

NOVEL = (
    "第一章 渡口\n\n"
    + "雾从江面上起来，船还没有靠岸，等船的人先听见了橹声。" * 30
    + "\n\n老周把灯举高，说：“我来迟了，不曾带够绳子，只有三根。”"
    + "阿桂没有答话，把自己的一根也解了下来。\n\n"
    + "江水慢慢涨上来，石阶一级一级地没有了。" * 30
    + "\n\n第二章 账簿\n\n账簿上写着：腊月初八，收货银四十二两，付船资七两。\n"
)
QUOTE = "“我来迟了，不曾带够绳子，只有三根。”"
ALTERED = "“我来早了，刚好带够绳子，只有五根。”"
HOSTILE = "<script>alert(1)</script> **粗** :red[红] $x$ <img src=x onerror=alert(2)>"


@dataclass(frozen=True)
class Case:
    """An item and its verdict; no `reasons` means passed.

    `fragments`: the texts of the novel that the quote's parts match, in quote order.
    """

    key: str
    question: str
    answered: str = "b"
    reasons: tuple[str, ...] = ()
    evidence: str = QUOTE
    matched: str | None = QUOTE
    verdict: str = "exact"
    similarity: float = 1.0
    answerable: bool = True
    confidence: str = "high"
    outcome: str = ""
    reason: str | None = None
    differences: tuple[dict[str, str], ...] = field(default=())
    fragments: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


CASES = (
    Case("q1", "老周说自己带了几根绳子？"),
    Case(
        "q2",
        "老周到渡口时是早是迟？",
        answered="c",
        reasons=("answer_mismatch", "evidence_altered"),
        evidence=ALTERED,
        verdict="altered",
        similarity=0.79,
        differences=(
            {"kind": "wording", "source": "迟", "claimed": "早"},
            {"kind": "rewritten", "source": "不曾", "claimed": "刚好"},
            {"kind": "number", "source": "三", "claimed": "五"},
        ),
    ),
    Case(
        "q3",
        "谁把灯举高？",
        reasons=("evidence_not_found",),
        evidence="他们在客栈里住了一夜，第二天才过江。",
        matched=None,
        verdict="absent",
        similarity=0.31,
    ),
    Case(
        "q4",
        "阿桂姓什么？",
        reasons=("evidence_empty", "not_answerable", "low_confidence"),
        evidence="",
        matched=None,
        verdict="absent",
        similarity=0.0,
        answerable=False,
        confidence="low",
    ),
    Case(
        "q5",
        "货银一共多少两？",
        reasons=("evidence_elsewhere",),
        evidence="腊月初八，收货银四十二两",
        matched="腊月初八，收货银四十二两",
    ),
    Case("q6", HOSTILE, answered="a", reasons=("answer_mismatch",)),
    Case("q7", "船资多少？", outcome="infrastructure", reason="timeout"),
    Case("q8", "石阶有几级？", outcome="skipped", reason="no_position"),
)
CAUSES = (
    CASES[1],
    Case(
        "order",
        "先后如何？",
        reasons=("evidence_misjoined",),
        evidence="阿桂没有答话……老周把灯举高",
        matched=None,
        verdict="absent",
        similarity=0.0,
        fragments=("阿桂没有答话", "老周把灯举高"),
    ),
    Case(
        "distance",
        "账簿上写着什么？",
        reasons=("evidence_misjoined",),
        evidence="阿桂没有答话……账簿上写着：腊月初八",
        matched=None,
        verdict="absent",
        similarity=0.0,
        fragments=("阿桂没有答话", "账簿上写着：腊月初八"),
    ),
    Case(
        "negation",
        "绳子够吗？",
        reasons=("evidence_misjoined",),
        evidence="我来迟了，带够绳子",
        matched=None,
        verdict="absent",
        similarity=0.0,
        fragments=("我来迟了", "带够绳子"),
        warnings=("negation_left_out",),
    ),
    Case(
        "reworded",
        "阿桂做了什么？",
        reasons=("evidence_reworded",),
        evidence="阿桂一声不吭，把自己那根解下来了",
        matched="阿桂没有答话，把自己的一根也解了下来",
        verdict="absent",
        similarity=0.6123,
        differences=({"kind": "rewritten", "source": "没有答话", "claimed": "一声不吭"},),
    ),
    CASES[2],
    CASES[4],
    Case(
        "elided",
        "他带够绳子了吗？",
        evidence="“我来迟了……只有三根。”",
        matched="我来迟了，不曾带够绳子，只有三根",
        verdict="elided",
        fragments=("我来迟了", "只有三根"),
        warnings=("negation_left_out",),
    ),
    Case(
        "slip",
        "灯呢？",
        evidence="老周把灯拳高",
        matched="老周把灯举高",
        verdict="normalised",
        similarity=0.86,
        differences=({"kind": "misread", "source": "举", "claimed": "拳"},),
    ),
)
"""One item for each cause of a quote not being found, and two that are found with differences."""

FOUND = ("exact", "normalised", "elided")
OPTIONS = {"a": "两根 <b>粗</b>", "b": "三根", "c": "四根", "d": "五根"}


def fill(engine: Engine, cases: tuple[Case, ...] = CASES, title: str = "渡口 · lexical") -> int:
    """Add the novel, the set and a finished run over `cases`; return the run's id."""
    with writing(engine) as session:
        key = sha256(title.encode()).hexdigest()
        set_id = stored_set(session, "渡口", NOVEL, "zh", key=key, rows=len(cases))
        run = Run(
            title=title,
            set_id=set_id,
            spec=RunSpec(set_id=set_id, connection="lexical", model="lexical baseline").model_dump(
                mode="json"
            ),
            spec_hash="0" * 16,
            status="done",
            total=len(cases),
        )
        session.add(run)
        session.flush()
        for line, case in enumerate(cases, start=1):
            _add(session, _id(run), set_id, line, case)
        enter(session, session.exec(select(RunItem.id).where(RunItem.run_id == run.id)).all())
        return _id(run)


def _id(row: Any) -> int:
    assert isinstance(row.id, int)
    return row.id


def _add(session: Session, run_id: int, set_id: int, line: int, case: Case) -> None:
    question = QuestionRow(
        set_id=set_id,
        line=line,
        item_key=case.key,
        question=case.question,
        question_type="single_choice",
        choice=OPTIONS,
        answer=["b"],
        start_pos=0,
        end_pos=900,
        extra={"id": case.key, "source": "hand-made"},
    )
    session.add(question)
    session.flush()
    outcome = case.outcome or ("failed" if case.reasons else "passed")
    item = RunItem(
        run_id=run_id,
        question_id=_id(question),
        item_key=case.key,
        outcome=outcome,
        reason=case.reason,
        error="No reply within 120 seconds." if case.reason == "timeout" else None,
        attempts=4 if case.reason == "timeout" else 1,
    )
    session.add(item)
    session.flush()
    if outcome == "skipped":
        return
    judged = outcome != "infrastructure"
    start = NOVEL.index(case.matched) if judged and case.matched else None
    fragments = [
        [NOVEL.index(text), NOVEL.index(text) + len(text)]
        for text in case.fragments or ([case.matched] if judged and case.matched else [])
    ]
    session.add(
        Validation(
            item_id=_id(item),
            run_id=run_id,
            question_id=_id(question),
            is_valid=outcome == "passed",
            model_answer=list(case.answered) if judged else [],
            answer_matches=judged and case.answered == "b",
            evidence=case.evidence if judged else "",
            evidence_found=judged and case.verdict in FOUND and start is not None,
            evidence_similarity=case.similarity if judged else 0.0,
            evidence_verdict=case.verdict if judged else "",
            is_answerable=case.answerable,
            confidence=case.confidence if judged else "low",
            failure_reasons=list(case.reasons) if judged else [str(case.reason)],
            reasoning="老周的原话里写着。" if judged else "",
            matched_text=case.matched if judged else None,
            span_start=start,
            span_end=start + len(case.matched) if start is not None and case.matched else None,
            fragments=fragments,
            context_start=0,
            context_end=900,
            differences=list(case.differences),
            warnings=list(case.warnings),
            raw_reply='{"answer": ["b"]}' if judged else None,
            provenance={"connection": "lexical", "model": "lexical baseline", "attempts": 1},
        )
    )
