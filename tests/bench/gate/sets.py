"""What the gate is measured on: the rows of this folder and of held_out, on documents that nobody
looked at who wrote a rule, and the red team's twins.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from core.evidence_gate.cases import Case, CaseRole, read_cases
from core.services.answers.case_sets import RED_TEAM
from core.services.answers.profiles import ensure_profiles
from core.services.library import add_source
from tests.bench.gate.writers import Told

HERE = Path(__file__).parent
HELD_OUT = HERE / "held_out"
KINDS, BLIND = HERE / "kinds", HERE / "blind"
TITLES = {
    "mill_zh": "清河棉纺厂厂史摘录",
    "tea_zh": "云岭茶场旧事",
    "light_en": "The Keeper's Book of Skerrow Light",
    "dairy_en": "Minutes of the Hollowell Cooperative Dairy",
    "troupe_zh": "青石县剧团大事记",
    "clinic_zh": "桑林卫生院忆往",
    "bridge_en": "The Crossing at Aldersley",
    "garden_en": "A Short Guide to the Physic Garden of St Osyth",
    "ferry_zh": "湖东新闻社专稿：最后一班轮渡",
    "quartet_en": "Programme Notes of the Marl Street Quartet",
}
"""Of the documents of the folders, whose names end with their language."""
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


def load_documents(engine: Engine, folder: Path = HELD_OUT) -> None:
    """The documents of a folder as those that the sample's characters know."""
    known: dict[str, list[int]] = {language: [] for language in NPCS}
    for file in sorted(folder.glob("*.txt")):
        data, title = file.read_bytes(), TITLES[file.stem]
        stored = add_source(engine, data, file_name=file.name, title=title, max_bytes=len(data))
        known[file.stem[-2:]].append(stored.source_id)
    ensure_profiles(engine, {NPCS[language]: ids for language, ids in known.items()})


def inventions(folder: Path = HERE, *, greeted: bool) -> list[Asked]:
    return [
        Asked(
            row["language"],
            _greeted(row["question"], row["language"]) if greeted else row["question"],
            Told(row["answer"]),
            row["tells"],
            row["kind"],
        )
        for row in _rows(folder / "inventions.jsonl")
    ]


def free_inventions(folder: Path = HERE) -> list[Asked]:
    """Questions that nothing answers, to a writer that makes an answer up."""
    return [one for one in inventions(folder, greeted=False) if one.kind == "free"]


def paraphrases(folder: Path = HERE, told: str = "honest") -> list[Asked]:
    """`told` is the field of what the writer says, "own_words" has none of the passage's."""
    return [
        Asked(row["language"], row["question"], Told(row[told], row["evidence"]))
        for row in _rows(folder / "paraphrases.jsonl")
    ]


def unanswerable(folder: Path = HERE, name: str = "unanswerable") -> list[Asked]:
    """A writer that is asked quotes what is most like the question."""
    rows = _rows(folder / f"{name}.jsonl")
    return [Asked(row["language"], row["question"], Told("")) for row in rows]


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


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    for line in file.read_text("utf-8").splitlines():
        yield json.loads(line)
