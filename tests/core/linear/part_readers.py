"""Readers of many foreign texts at once: a catalogue, a policy's words, a set's questions, a batch.

Each is given one text in pieces: the more pieces, the more titles, words, rows or lines.
"""

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from core.answer_loop.contradictions import contradictions, uncompared
from core.answer_loop.fix_evaluator import FixEvaluator
from core.answer_loop.fixes import FixKind, FlaggedQuestion, SuggestedFix, apply_fix
from core.llm.connection import Connection
from core.llm.recorded.batch_results import read_batch_results
from core.questions import (
    Question,
    QuestionType,
    check_questions,
    field_changes,
)
from core.questions.reader import ReadRow
from core.services.results.quote_diff import compare
from core.text import PreparedText
from core.verification import CatalogueEntry, UploadedFacts, verify
from core.verification.candidate import Candidate, Claims, UserEvent
from core.verification.claims.claims import brands_in, claims_in
from core.verification.compliance.compliance import folded
from core.verification.copy_text.cues import ends_with_cue
from core.verification.copy_text.pattern_rules import PatternFinder, PatternRule
from core.verification.copy_text.word_lists import WordFinder
from core.verification.copy_text.word_rules import ANYWHERE, RuledWords
from core.verification.facts.other_things import names_other_goods
from core.verification.policy.files import policy_of
from core.verification.policy_parts import VocabularyRule

_PIECE, _MOST_EVENTS = 12, 50
_POLICY = policy_of("v1.2.0")
_NOW = datetime(2025, 11, 14, 20, 30, tzinfo=UTC)
_CHOICE = {"a": "Tom went", "b": "雪地", "c": "The cat"}
_ASKED = Question("Who went 去了?", QuestionType.SINGLE_CHOICE, _CHOICE, ("a",))
_BOOK = PreparedText.from_text("The mill was built by Thomas Pell in 1742. 严氏始祖讳仲安。")
_CONNECTION = Connection(name="batch", model="m")


def pieces_of(text: str) -> list[str]:
    """The text in pieces of as many characters, each of which says something."""
    whole = range(0, max(1, len(text) - _PIECE + 1), _PIECE)
    return [piece for at in whole if (piece := text[at : at + _PIECE].strip())]


def _copy(text: str, items: int = 0) -> Candidate:
    declared = Claims(referenced_item_ids=tuple(map(str, range(items))))
    return Candidate("1", text, "PUSH", "zh-CN", user_id="u", claims=declared)


def _checked_by_catalogue(text: str) -> object:
    titles = pieces_of(text)
    catalogue = [CatalogueEntry(str(n), title, title=title) for n, title in enumerate(titles)]
    copy = _copy("你看过的Canon相机还在。", len(titles))
    return verify(copy, _POLICY, UploadedFacts(catalogue), now=_NOW)


def _checked_by_events(text: str) -> object:
    kinds = pieces_of(text)
    catalogue = [CatalogueEntry(str(n), kind, title=kind) for n, kind in enumerate(kinds)]
    events = [
        UserEvent("u", "view" if n % 2 else kind, _NOW - timedelta(seconds=n), str(n))
        for n, kind in enumerate(kinds)
    ]
    return verify(_copy("你看过的相机还在。"), _POLICY, UploadedFacts(catalogue, events), now=_NOW)


def _titled(text: str) -> list[object]:
    rule = VocabularyRule(words=("最好",))
    return list(
        RuledWords([(0, rule)]).find("".join(f"《{piece}》最好" for piece in pieces_of(text)))
    )


def _rules(text: str) -> list[tuple[int, VocabularyRule]]:
    """A rule for each word: as often as a word is in several rules it is found for each."""
    words = dict.fromkeys(pieces_of(text))
    return [(n, VocabularyRule(words=(word,), unless=(word,))) for n, word in enumerate(words)]


def _rows(text: str) -> list[ReadRow]:
    asked = (
        Question(piece, QuestionType.SINGLE_CHOICE, _CHOICE, ("a",), extra={"id": piece})
        for piece in pieces_of(text)
    )
    return [ReadRow(line, question, "") for line, question in enumerate(asked, start=1)]


def _batch(text: str) -> bytes:
    lines = (
        {
            "custom_id": piece,
            "response": {
                "status_code": 200,
                "body": {"choices": [{"message": {"content": f"{piece} {piece}"}}]},
            },
        }
        for piece in pieces_of(text)
    )
    return "\n".join(map(json.dumps, lines)).encode()


def _fix(text: str) -> SuggestedFix:
    choice = {str(n): piece for n, piece in enumerate(pieces_of(text))}
    return SuggestedFix(
        kind=FixKind.REWRITTEN_QUESTION,
        question=text,
        choice=choice,
        answer=tuple(choice),
        evidence=text,
        why=text,
    )


PARTS: dict[str, Callable[[str], object]] = {
    "core.answer_loop.contradictions.contradictions pieces": lambda text: list(
        contradictions(pieces_of(text))
    ),
    "core.answer_loop.contradictions.uncompared": lambda text: uncompared(pieces_of(text)),
    "core.answer_loop.fix_evaluator.FixEvaluator options": lambda text: asyncio.run(
        FixEvaluator(FlaggedQuestion(_ASKED), _BOOK).evaluate(
            "q", _fix(text).model_dump_json(), [], language="en"
        )
    ),
    "core.answer_loop.fixes.apply_fix": lambda text: field_changes(
        _ASKED, apply_fix(_ASKED, _fix(text))
    ),
    "core.llm.recorded.batch_results.read_batch_results": lambda text: read_batch_results(
        [("f.jsonl", _batch(text)), ("again.jsonl", _batch(text))], _CONNECTION
    ).unknown(["a"]),
    "core.questions.checks.check_questions": lambda text: check_questions(_rows(text)),
    "core.services.results.quote_diff.compare": lambda text: compare(text, f"{text} more"),
    "core.services.results.quote_diff.compare pieces": lambda text: compare(
        " ".join(pieces_of(text)), " x ".join(pieces_of(text))
    ),
    "core.verification.claims.claims.brands_in brands": lambda text: brands_in(
        text, frozenset(pieces_of(text))
    ),
    "core.verification.claims.claims.claims_in brands": lambda text: claims_in(
        text, _POLICY, frozenset(pieces_of(text))
    ),
    "core.verification.claims.claims.claims_in acts": lambda text: claims_in(
        "，".join(f"你看过的{piece}Canon" for piece in pieces_of(text)), _POLICY, frozenset()
    ),
    "core.verification.copy_text.cues.ends_with_cue": lambda text: ends_with_cue(
        text, pieces_of(text)
    ),
    "core.verification.copy_text.pattern_rules.PatternFinder words": lambda text: list(
        PatternFinder([PatternRule(pattern=rf"\Q{each}\E") for each in pieces_of(text)[:200]]).find(
            "全城最好的面", folded("全城最好的面", _POLICY), ANYWHERE
        )
    ),
    "core.verification.copy_text.word_lists.WordFinder": lambda text: WordFinder(
        pieces_of(text), folded=True
    ).find(folded(text, _POLICY)),
    "core.verification.copy_text.word_rules.RuledWords": lambda text: RuledWords(_rules(text)).find(
        text
    ),
    "core.verification.copy_text.word_rules.RuledWords.find titles": _titled,
    "core.verification.facts.facts.check_facts catalogue": _checked_by_catalogue,
    "core.verification.facts.facts.check_facts events": _checked_by_events,
    "core.verification.facts.other_things.names_other_goods titles": lambda text: names_other_goods(
        f"你看过的那双徒步鞋{text}", (0, 4), pieces_of(text)[:_MOST_EVENTS]
    ),
    "core.verification.facts.other_things.names_other_goods English": lambda text: (
        names_other_goods(
            f"the trekking poles you viewed {text}", (19, 29), pieces_of(text)[:_MOST_EVENTS]
        )
    ),
}
