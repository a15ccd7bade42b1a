"""A small library of invented passages with a retriever, profiles and connections for tests."""

import re
from collections.abc import Callable, Collection
from typing import Any

from core.evidence_gate.evidence import Evidence, numbered
from core.evidence_gate.profiles import NpcProfile, RefusalTemplate, packaged_profiles
from core.llm import Connection, LLMClient, open_client
from core.text import Span, normal_form
from core.text.language.scripts import UNSPACED
from core.text.retrieval.passages import Passage, Retrieved

PROFILES = packaged_profiles()
YAN = PROFILES.named("yantian", "yantian-main", "ancestor_yan")
HALE = PROFILES.named("millbrook", "millbrook-green", "sexton_hale")

GENEALOGY = (
    "严氏始祖于明朝洪武三年迁入严田，在溪边开荒。始祖之后传至第二十三代，族人立祠堂，刻家训于壁。"
)
CHRONICLE = (
    "The mill of Millbrook was built in 1712 by the miller Thomas Arden. "
    "The great flood carried the old bridge away in the spring of 1755."
)


_RUN = re.compile(f"[{UNSPACED}]+")


def _terms(text: str) -> set[str]:
    normal = normal_form(text)
    pairs = {
        run[index : index + 2] for run in _RUN.findall(normal) for index in range(len(run) - 1)
    }
    return pairs | set(_RUN.sub(" ", normal).split())


def _share(terms: set[str], passage_terms: set[str]) -> float:
    return len(terms & passage_terms) / len(terms) if terms else 0.0


class Shelf:
    """A retriever whose coverage is the share of a question's terms that a passage has."""

    def __init__(self, *texts: tuple[str, str]) -> None:
        self.passages = [
            Passage(number, number, title, Span(0, len(text)), text)
            for number, (title, text) in enumerate(texts, 1)
        ]
        self.asked: list[str] = []

    def search(
        self, query: str, *, k: int = 5, source_ids: Collection[int] | None = None
    ) -> list[Retrieved]:
        self.asked.append(query)
        hits = [
            Retrieved(passage, share, share)
            for passage in self.passages
            if source_ids is None or passage.source_id in source_ids
            if (share := _share(_terms(query), _terms(passage.text))) > 0
        ]
        return sorted(hits, key=lambda hit: -hit.score)[:k]


def evidence(*texts: str, coverage: float = 1.0) -> tuple[Evidence, ...]:
    passages = Shelf(*(("t", text) for text in texts)).passages
    return numbered([Retrieved(passage, 1.0, coverage) for passage in passages])


def template_of(profile: NpcProfile) -> RefusalTemplate:
    return PROFILES.template_of(profile)


def connection(url: str, **changes: Any) -> Callable[[], LLMClient]:
    fields: dict[str, Any] = {
        "name": "asked",
        "kind": "openai",
        "model": "m",
        "base_url": url,
        **changes,
    }
    settings = Connection.model_validate(fields | {"timeout_s": 2})
    return lambda: open_client(settings, {})


async def no_wait(_: float) -> None: ...
