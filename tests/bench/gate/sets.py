"""What the gate is measured on: the rows of this folder, and the red team's twins."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.evidence_gate.cases import Case, CaseRole, read_cases
from core.services.answers.case_sets import RED_TEAM
from tests.bench.gate.writers import Told

HERE = Path(__file__).parent
NPCS = {
    "zh": ("yantian", "yantian-main", "ancestor_yan"),
    "en": ("millbrook", "millbrook-green", "sexton_hale"),
}
GREETINGS = {"zh": "你好，", "en": "Hello, "}
_CHAT = {"zh": "老夫也很高兴，坐下慢慢聊吧。", "en": "It would be a pleasure, do sit down."}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, what the writer says to it, and for an invention the pattern (`tells`) that an
    answer matches which tells what was made up.
    """

    language: str
    question: str
    told: Told
    tells: str = ""
    kind: str = ""


def inventions(*, greeted: bool) -> list[Asked]:
    return [
        Asked(
            row["language"],
            _greeted(row["question"], row["language"]) if greeted else row["question"],
            Told(row["answer"]),
            row["tells"],
            row["kind"],
        )
        for row in _rows("inventions")
    ]


def paraphrases() -> list[Asked]:
    return [
        Asked(row["language"], row["question"], Told(row["honest"], row["evidence"]))
        for row in _rows("paraphrases")
    ]


def unanswerable() -> list[Asked]:
    return [Asked(row["language"], row["question"], Told("")) for row in _rows("unanswerable")]


def twins(role: CaseRole = CaseRole.TWIN) -> list[Asked]:
    """Of the red team's, with an honest answer in the passage's own words."""
    cases = read_cases(RED_TEAM.read_bytes(), RED_TEAM.name)
    return [
        Asked(one.language, one.query, _honest(one), kind=one.category)
        for one in cases
        if one.role is role
    ]


def _honest(case: Case) -> Told:
    said = case.expected_evidence
    return Told(said or _CHAT[case.language], said or "")


def _greeted(question: str, language: str) -> str:
    begins = question[0].lower() if question.split(" ", maxsplit=1)[0] in _SMALL else question[0]
    return GREETINGS[language] + begins + question[1:]


_SMALL = frozenset(
    ["In", "Why", "Who", "Which", "What", "How", "Did", "When", "By", "To", "Was", "May"]
)


def _rows(name: str) -> Iterator[dict[str, Any]]:
    for line in (HERE / f"{name}.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)
