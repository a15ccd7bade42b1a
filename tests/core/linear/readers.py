"""Every public function that is given foreign text, and how it is given one.

The key is the function's full name; what follows a space tells several ways of giving it a text.
"""

import asyncio
import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from core.answer_loop import contradictions, fixes, model_evaluator, rule_evaluator
from core.answer_loop import excerpts as windows
from core.answer_loop.fix_evaluator import FixEvaluator
from core.answer_loop.fixes import FlaggedQuestion
from core.depth import answer_reading as answers
from core.depth import leaks, score_tables
from core.depth import option_rotation as rotation
from core.depth.context_assembly import ContextAssembler
from core.depth.model_results import preview_results
from core.depth.result_files import parse_results
from core.depth.token_costs import TokenCosts
from core.errors import DeskError
from core.evidence_gate import extractive, intent, model_intent, model_writer
from core.evidence_gate.assertions import answer_type as asked_for
from core.evidence_gate.assertions import (
    assertions,
    chinese_name_forms,
    chinese_new_names,
    claim_terms,
    english_new_names,
    event_kinds,
    grounding,
    new_names,
    people,
    statements,
    support,
)
from core.evidence_gate.assertions import citation_marks as marks
from core.evidence_gate.assertions import citations as citing
from core.evidence_gate.assertions import claim_sentences as sentence_claims
from core.evidence_gate.assertions import quotations as quotes
from core.evidence_gate.assertions.names import KnownNames, read_names
from core.evidence_gate.assertions.preference_answers import past_wording
from core.evidence_gate.assertions.question_subject import QuestionSubject
from core.evidence_gate.assertions.verbatim import is_covered_by
from core.evidence_gate.cases import read_cases
from core.evidence_gate.evidence import Evidence
from core.llm import Completion
from core.llm.finish_reasons import finish_of
from core.llm.lexical import SentenceIndex
from core.llm.lexical import read as lexical_read
from core.llm.lexical.sentences import sentence_spans as lexical_spans
from core.llm.openai_api import (
    billed_usage,
    error_bodies,
    error_kinds,
    event_streams,
    reply_messages,
    retry_waits,
)
from core.llm.openai_api.openai_errors import Endpoint, failed_status, is_web_page
from core.llm.openai_api.openai_replies import read_completion
from core.llm.recorded.recorded_client import read_recording
from core.llm.replies import json_repairs as repairs
from core.llm.replies import reply_markup, reply_tables
from core.llm.replies import reply_parsing as llm_replies
from core.llm.replies.confidence import read_confidence
from core.llm.replies.json_objects import as_whole, ends_in_object, json_objects, read_json_object
from core.llm.replies.options import abstentions as option_abstentions
from core.llm.replies.options import claims as option_claims
from core.llm.replies.options import clauses as option_clauses
from core.llm.replies.options import fields as option_fields
from core.llm.replies.options import judgments as option_judgments
from core.llm.replies.options import marks as option_marks
from core.llm.replies.options import numbers as option_numbers
from core.llm.replies.options import openings as option_openings
from core.llm.replies.options import reading as option_reading
from core.llm.replies.options import sentences as option_sentences
from core.llm.replies.options import standing as option_standing
from core.llm.replies.options import tails as option_tails
from core.llm.replies.options import texts as option_texts
from core.llm.replies.options import verdicts as option_verdicts
from core.llm.replies.options import words as option_words
from core.llm.replies.options.letters import folded, read_letters
from core.llm.replies.reasoning import is_unfinished_reasoning, visible_reply, without_reasoning
from core.llm.sanitizing import storable_reply
from core.llm.sanitizing import without_unstorable as reply_storable
from core.questions import (
    Question,
    QuestionType,
    columns,
    csv_rows,
    file_columns,
    json_rows,
    mapped_rows,
    read_questions,
    refused_fields,
    table_rows,
)
from core.questions.question_files import detect_format, is_jsonl
from core.questions.sanitizing import escape_unstorable
from core.text import EvidenceMatcher, PreparedText, Span, TokenizedText, load_tokenizer
from core.text.decoding import decode_text
from core.text.language import chapters, chinese_names, scripts, sentences, units, words
from core.text.language.chinese_words import chinese_words
from core.text.language.contractions import is_shortened
from core.text.language.english_words import differ_in_prefix
from core.text.language.ligatures import with_ligatures
from core.text.language.pinyin import is_pinyin
from core.text.matching.book_names import names_in
from core.text.matching.edition_marks import (
    is_named,
    without_glosses,
    without_lone_marks,
    without_marks,
)
from core.text.matching.fragments import split_at_ellipses
from core.text.matching.prepared_texts import PreparedTexts
from core.text.matching.quote_readings import ends_with_item, readings
from core.text.normalise import code_points, normal_form, normalise
from core.text.novels import read_novel
from core.text.plausibility import decoding_score, plausibility, unreadable
from core.text.retrieval import coverage, search_terms
from core.text.retrieval import passage_splitter as cutting
from core.text.retrieval.single_text import SingleTextRetriever
from core.verification import (
    CatalogueEntry,
    Policy,
    UploadedFacts,
    Verification,
    check_compliance,
    check_quality,
    repair,
    verify,
)
from core.verification.candidate import Candidate, Claims, Constraints
from core.verification.claims import claims as copy_claims
from core.verification.claims.brand_mentions import only_mentions_brand
from core.verification.claims.general_acts import is_no_reader_act
from core.verification.claims.holiday_mentions import only_mentions
from core.verification.claims.other_uses import means_no_near_day, names_owned_product
from core.verification.claims.reader_acts import reader_acts
from core.verification.compliance.compliance import folded as folded_copy
from core.verification.compliance.harmless_praise import claims_nothing, names_a_work
from core.verification.compliance.reported_words import only_reported
from core.verification.copy_text import text_folding as folding
from core.verification.copy_text import text_measures as measures
from core.verification.copy_text.addresses import addresses
from core.verification.copy_text.character_kinds import has_others, kinds_of
from core.verification.copy_text.copy_clauses import (
    CopyParts,
    clauses_of,
    closing_of,
    greeting_of,
    sender_of,
    sentence_start,
    without_brackets,
)
from core.verification.copy_text.disguises import without_disguises
from core.verification.copy_text.other_amounts import is_no_price
from core.verification.copy_text.pattern_rules import PatternFinder, PatternRule, pattern_hits
from core.verification.copy_text.surroundings import surroundings_of
from core.verification.copy_text.word_rules import ANYWHERE
from core.verification.copy_text.written_prices import written_prices
from core.verification.facts.other_things import names_other_goods
from core.verification.files import candidates
from core.verification.files.upload_tables import read_table, split_list_cell
from core.verification.policy.files import policy_of, read_policy
from core.verification.quality import opinion_replies, readability, style
from core.verification.quality.novelty import RecentCopy, ngrams
from core.verification.repairs import claim_cuts, rewriting
from core.verification.repairs import text_edits as patches
from core.verification.repairs.edits.brand_edits import with_brand
from core.verification.repairs.edits.claim_edits import (
    alludes_to_an_act,
    leaves_out_a_reason,
    rewards_an_act,
    without_event,
    without_holiday,
)
from core.verification.repairs.edits.english_superlatives import (
    apply_superlative_edits,
    stands_alone,
)
from core.verification.repairs.edits.link_edits import without_links
from core.verification.repairs.edits.mark_edits import in_sentence_case, with_fewer_marks
from core.verification.repairs.edits.omitted_words import is_aside, smallest_edits
from core.verification.repairs.edits.price_edits import without_prices
from core.verification.repairs.edits.replaced_words import (
    WordEdit,
    apply_word_edits,
    replacements,
    tidy_text,
)
from core.verification.repairs.guards.edit_kinds import kind_of, simplified
from core.verification.repairs.guards.leaning_clauses import answers_removed_text
from core.verification.repairs.guards.remaining_copy import (
    says_enough,
    specific_nouns,
    tells_how_to_answer,
)
from core.verification.repairs.guards.repair_guards import refusal
from core.verification.repairs.guards.repair_losses import says_little, words_of
from core.verification.repairs.guards.stranded_words import introduces_a_boast
from core.verification.repairs.guards.whole_sentences import is_whole
from core.verification.repairs.repair_drafts import clause_cuts, large_cuts, with_sound_lines
from core.verification.repairs.rewrite_guards import unfaithful
from core.verification.repairs.shortening import shorter_texts

Reader = Callable[[str], object]

_CHOICE = {"a": "Tom went", "b": "雪地", "c": "The cat"}
_SINGLE = Question("Who went 去了?", QuestionType.SINGLE_CHOICE, _CHOICE, ("a",))
_MULTI = Question("Who went 去了?", QuestionType.MULTI_CHOICE, _CHOICE, ("a", "b"))
_BOOK = 3 * (
    "严氏始祖讳仲安，于明朝洪武三年自泉州迁入严田。The mill was built by Thomas Pell in 1742. "
)
_EVIDENCE = Evidence(1, "ev-1", "严氏族谱", 1, Span(0, len(_BOOK)), _BOOK, 1.0, 0.9)
_POLICY = policy_of("v1.1.0")
_PATTERNS = (PatternRule(pattern=r"保证.{0,20}(?:赚|盈利)"), PatternRule(pattern="a[^b]*b|a|最"))
_NEWEST_POLICY = policy_of("v1.2.0")
_NOW = datetime(2025, 11, 14, 20, 30, tzinfo=UTC)
_ASCII_POLICY = policy_of("v1.0.0")
_BRANDS = frozenset({"Acme", "好牌"})
_TOKENIZER = load_tokenizer()
_MATCHER = EvidenceMatcher()
_PREPARED = PreparedText.from_text(_BOOK)


def _evidence(text: str) -> Evidence:
    return Evidence(1, "ev-1", "Book", 1, Span(0, len(text)), text, 1.0, 0.9)


def _fix(text: str) -> fixes.SuggestedFix:
    return fixes.SuggestedFix(
        kind=fixes.FixKind.REWRITTEN_QUESTION,
        question=text,
        choice={"a": text, "b": "b"},
        answer=("a",),
        evidence=text,
        why=text,
    )


def _completion(text: str) -> Completion:
    return Completion(text=text, model="m", finish_reason="stop")


def _candidate(text: str) -> Candidate:
    return Candidate("1", text, "PUSH", "zh-CN", constraints=Constraints(no_price=True))


def _spans(text: str) -> list[tuple[int, int]]:
    return [(at, at + 1) for at in range(0, len(text), 5)]


def _edits(text: str) -> list[WordEdit]:
    return [WordEdit(span, "great") for span in _spans(text)]


def _repaired(text: str, policy: Policy) -> object:
    facts = UploadedFacts([CatalogueEntry("x", "Canon", title="Canon 相机")])
    asked = replace(_candidate(text), user_id="u", claims=Claims(referenced_item_ids=("x",)))
    return repair(verify(asked, policy, facts, now=_NOW), policy, facts)


_ABSOLUTE = verify(_candidate("全城最好的面"), _NEWEST_POLICY, UploadedFacts([]), now=_NOW)


def _with_text(text: str) -> Verification:
    return replace(_ABSOLUTE, candidate=_candidate(text))


def _quietly(read: Reader) -> Reader:
    """A refusal is as good as an answer here."""

    def reader(text: str) -> object:
        with suppress(ValueError, SyntaxError, RecursionError, MemoryError, DeskError):
            return read(text)
        return None

    return reader


def _marks(text: str) -> tuple[option_marks.OptionMark, ...]:
    return option_marks.option_marks(text, _CHOICE, multi=True)


def _bytes(read: Callable[..., object], before: str = "", after: str = "") -> Reader:
    """A reader of an uploaded file."""
    return lambda text: read(f"{before}{text}{after}".encode("utf-8", "ignore"), file_name="f.txt")


def _exhausted(read: Callable[[str], object]) -> Reader:
    return lambda text: list(read(text))  # type: ignore[call-overload]


def _json_of(name: str, **others: object) -> Callable[[str], str]:
    """A reply in JSON that has the text in one field."""
    return lambda text: json.dumps({**others, name: text}, ensure_ascii=False)


_EVALUATION = _json_of("x", passed=False)

TEXT: dict[str, Reader] = {
    "core.text.novels.read_novel": _quietly(
        lambda text: read_novel(text.encode("utf-8", "replace"), file_name="f.html")
    ),
    "core.text.decoding.decode_text": _quietly(_bytes(decode_text)),
    "core.text.decoding.decode_text gb18030": _quietly(
        lambda text: decode_text(f"我们{text}".encode("gb18030", "ignore"), file_name="f.txt")
    ),
    "core.text.language.chapters.find_chapters": chapters.find_chapters,
    "core.text.decoding.decode_text ascii": _quietly(
        lambda text: decode_text(
            text.encode("ascii", "replace").replace(b"\n", b" ") + b"\n\xe9\xff abc",
            file_name="f.txt",
        )
    ),
    "core.text.language.chinese_names.chinese_names": lambda text: chinese_names.chinese_names(
        text, {}
    ),
    "core.text.language.scripts.guess_language": scripts.guess_language,
    "core.text.language.chinese_words.chinese_words": chinese_words,
    "core.text.language.sentences.may_be_cut": lambda text: [
        sentences.may_be_cut(text, at) for at in range(0, len(text), 9)
    ],
    "core.text.language.sentences.is_heading": sentences.is_heading,
    "core.text.language.sentences.sentence_spans": _exhausted(sentences.sentence_spans),
    "core.text.language.sentences.quotable_spans": _exhausted(sentences.quotable_spans),
    "core.text.language.units.content_units": _exhausted(units.content_units),
    "core.text.language.words.negators": words.negators,
    "core.text.matching.evidence.EvidenceMatcher.match quote": lambda text: _MATCHER.match(
        text, _PREPARED
    ),
    "core.text.matching.evidence.EvidenceMatcher.match text": lambda text: _MATCHER.match(
        "The mill was built by Thomas Pell in 1743.", text
    ),
    "core.text.matching.evidence.EvidenceMatcher.find_evidence": lambda text: (
        _MATCHER.find_evidence(f"{text} … {text}", _BOOK)
    ),
    "core.text.matching.edition_marks.without_marks": without_marks,
    "core.text.matching.edition_marks.without_lone_marks": without_lone_marks,
    "core.text.matching.edition_marks.without_glosses": without_glosses,
    "core.text.matching.edition_marks.is_named": lambda text: is_named(text, len(text)),
    "core.text.language.ligatures.with_ligatures": with_ligatures,
    "core.text.language.pinyin.is_pinyin": is_pinyin,
    "core.text.language.english_words.differ_in_prefix": lambda text: differ_in_prefix(text, "un"),
    "core.text.language.contractions.is_shortened": is_shortened,
    "core.text.matching.quote_readings.readings": _exhausted(readings),
    "core.text.matching.quote_readings.ends_with_item": ends_with_item,
    "core.text.matching.prepared_texts.PreparedTexts.prepare": lambda text: PreparedTexts().prepare(
        text
    ),
    "core.text.matching.fragments.split_at_ellipses": split_at_ellipses,
    "core.text.matching.book_names.names_in": names_in,
    "core.text.matching.search.PreparedText.from_text": lambda text: (
        PreparedText.from_text(text).names
    ),
    "core.text.normalise.code_points": code_points,
    "core.text.normalise.normal_form": normal_form,
    "core.text.normalise.normalise": normalise,
    "core.text.plausibility.decoding_score": decoding_score,
    "core.text.plausibility.plausibility": plausibility,
    "core.text.plausibility.unreadable": unreadable,
    "core.text.retrieval.coverage.Coverage.from_query": lambda text: coverage.Coverage.from_query(
        text, {}, 3
    ),
    "core.text.retrieval.coverage.Coverage.share": lambda text: coverage.Coverage.from_query(
        "Who built the mill?", {}, 3
    ).share(text, frozenset(search_terms.index_terms(text))),
    "core.text.retrieval.passage_splitter.cut_passages": cutting.cut_passages,
    "core.text.retrieval.search_terms.index_terms": search_terms.index_terms,
    "core.text.retrieval.search_terms.query_parts": search_terms.query_parts,
    "core.text.retrieval.search_terms.query_terms": search_terms.query_terms,
    "core.text.retrieval.single_text.SingleTextRetriever": lambda text: SingleTextRetriever(
        text, "Book", "zh"
    ).search("洪武三年 mill"),
    "core.text.tokens.TokenizedText.from_text": lambda text: TokenizedText.from_text(
        text, _TOKENIZER
    ),
}

QUESTIONS: dict[str, Reader] = {
    "core.questions.csv_rows.csv_header": lambda text: csv_rows.csv_header(text, ","),
    "core.questions.columns.folded": columns.folded,
    "core.questions.mending.refused_fields": lambda text: refused_fields(text, ["a", "b"]),
    "core.questions.mapped_rows.options_from": mapped_rows.options_from,
    "core.questions.question_files.file_columns": _quietly(
        lambda text: file_columns(text.encode("utf-8", "replace"), file_name="f.csv")
    ),
    "core.questions.csv_rows.csv_lines": lambda text: list(csv_rows.csv_lines(text, ",")),
    "core.questions.csv_rows.csv_records": lambda text: list(
        csv_rows.csv_records(f"question,answer\n{text}", ",", file_name="f")
    ),
    "core.questions.csv_rows.csv_records header": _quietly(
        lambda text: list(csv_rows.csv_records(f"question,{text}\n", ",", file_name="f"))
    ),
    "core.questions.csv_rows.delimiter_of": csv_rows.delimiter_of,
    "core.questions.csv_rows.without_separator_line": csv_rows.without_separator_line,
    "core.questions.question_files.is_jsonl": _quietly(lambda text: is_jsonl("{" + text, ".txt")),
    "core.questions.table_rows.guard_formula": table_rows.guard_formula,
    "core.questions.table_rows.unguard_formula": table_rows.unguard_formula,
    "core.questions.json_rows.json_records": _exhausted(json_rows.json_records),
    "core.questions.json_rows.json_records list": lambda text: list(
        json_rows.json_records(f'[{{"question": "a"}}, {text}')
    ),
    "core.questions.json_scanning by json_records": _exhausted(json_rows.json_records),
    "core.questions.json_rows.json_records keyed": lambda text: list(
        json_rows.json_records(f'{{"q1": {{"question": "a", "answer": "b"}}, {text}')
    ),
    "core.questions.json_rows.json_records cell": lambda text: list(
        json_rows.json_records(json.dumps([{"question": text}]))
    ),
    "core.questions.json_rows.jsonl_records": _exhausted(json_rows.jsonl_records),
    "core.questions.sanitizing.escape_unstorable": escape_unstorable,
    "core.questions.question_files.detect_format": _quietly(
        lambda text: detect_format(text, "f.txt")
    ),
    "core.questions.reader.read_questions": _quietly(_bytes(read_questions)),
    "core.questions.reader.read_questions csv": _quietly(
        _bytes(read_questions, "question,answer,a,b\n", "\n")
    ),
}

_ENDPOINT = Endpoint("test", "http://x/v1", "MY_KEY", "sk-1")

LLM: dict[str, Reader] = {
    "core.llm.replies.confidence.read_confidence": read_confidence,
    "core.llm.replies.json_objects.read_json_object": _quietly(
        lambda text: read_json_object(text, ("answer",))
    ),
    "core.llm.replies.json_objects.read_json_object broken": _quietly(
        lambda text: read_json_object(f'{{"answer": "a", {text}', ("answer", "why"))
    ),
    "core.llm.replies.json_objects.read_json_object closed": _quietly(
        lambda text: read_json_object(f'so: {{"answer": "a" "b", {text}}}', ("answer", "why"))
    ),
    "core.llm.replies.json_objects.read_json_object field": _quietly(
        lambda text: read_json_object(f"{{“answer”: “{text}”}}", ("answer",))
    ),
    "core.llm.replies.json_objects.json_objects": json_objects,
    "core.llm.replies.options.letters.folded": folded,
    "core.llm.replies.options.letters.read_letters": _quietly(
        lambda text: read_letters(text, _CHOICE, multi=True)
    ),
    "core.llm.replies.options.letters.read_letters marked": _quietly(
        lambda text: read_letters(f"A. Tom {text}", _CHOICE, multi=False)
    ),
    "core.llm.lexical.sentences.sentence_spans": _exhausted(lexical_spans),
    "core.llm.lexical.sentences.SentenceIndex": SentenceIndex,
    "core.llm.lexical.reading.read": lambda text: lexical_read(
        _SINGLE.question, _CHOICE, _SINGLE.question_type, SentenceIndex(text)
    ),
    "core.llm.lexical.reading.read question": lambda text: lexical_read(
        text, _CHOICE | {"d": text}, _SINGLE.question_type, SentenceIndex(_BOOK)
    ),
    "core.llm.openai_api.openai_errors.is_web_page": lambda text: is_web_page(
        text.encode("utf-8", "ignore")
    ),
    "core.llm.openai_api.billed_usage.fewest_tokens": billed_usage.fewest_tokens,
    "core.llm.openai_api.billed_usage.read_usage": lambda text: billed_usage.read_usage(
        {}, 10, text
    ),
    "core.llm.openai_api.error_bodies.read_error_bytes": lambda text: error_bodies.read_error_bytes(
        text.encode("utf-8", "ignore")
    ),
    "core.llm.openai_api.error_bodies.read_error_bytes inside": lambda text: (
        error_bodies.read_error_bytes(
            json.dumps({"error": {"message": f"upstream: {text}", "raw": text}}).encode()
        )
    ),
    "core.llm.openai_api.error_kinds.kind_by_words": lambda text: error_kinds.kind_by_words(
        error_bodies.ErrorBody(words=text)
    ),
    "core.llm.openai_api.error_kinds.is_too_long": error_kinds.is_too_long,
    "core.llm.openai_api.error_kinds.is_filtered": error_kinds.is_filtered,
    "core.llm.openai_api.event_streams.is_event_stream": event_streams.is_event_stream,
    "core.llm.openai_api.event_streams.read_json": _quietly(event_streams.read_json),
    "core.llm.openai_api.event_streams.read_events": _quietly(
        lambda text: event_streams.read_events(f'data: {{"choices": []}}\n\ndata: {text}')
    ),
    "core.llm.finish_reasons.finish_of": finish_of,
    "core.llm.replies.json_objects.ends_in_object": lambda text: ends_in_object(f'{{"a": {text}}}'),
    "core.llm.replies.json_objects.as_whole": _quietly(lambda text: as_whole(f'{{"a": {text}}}')),
    "core.llm.openai_api.openai_errors.failed_status": lambda text: failed_status(
        400, json.dumps({"error": {"message": text}}).encode(), {}, _ENDPOINT
    ),
    "core.llm.openai_api.openai_replies.read_completion": _quietly(
        lambda text: read_completion(
            json.dumps({"choices": [{"message": {"content": text}}]}).encode(), _ENDPOINT, "m", 0.1
        )
    ),
    "core.llm.openai_api.openai_replies.read_completion any": _quietly(
        lambda text: read_completion(text.encode("utf-8", "ignore"), _ENDPOINT, "m", 0.1)
    ),
    "core.llm.replies.options.claims.option_claims": _quietly(
        lambda text: option_claims.option_claims(text, _CHOICE, multi=False)
    ),
    "core.llm.replies.options.claims.option_claims multi": _quietly(
        lambda text: option_claims.option_claims(f"Options A, {text} B", _CHOICE, multi=True)
    ),
    "core.llm.replies.options.fields.answer_field": _quietly(
        lambda text: option_fields.answer_field(text, text, _CHOICE)
    ),
    "core.llm.replies.options.marks.option_marks": _quietly(
        lambda text: option_marks.option_marks(text, _CHOICE, multi=True)
    ),
    "core.llm.replies.options.marks.listed_letters": _quietly(
        lambda text: option_marks.listed_letters(f"(A) {text} B", _marks(f"(A) {text} B"), 0)
    ),
    "core.llm.replies.options.openings.opening_claims": _quietly(
        lambda text: list(option_openings.opening_claims(text, _marks(text), _CHOICE))
    ),
    "core.llm.replies.options.openings.option_lines": lambda text: option_openings.option_lines(
        text, _CHOICE
    ),
    "core.llm.replies.options.openings.repeated_options": _quietly(
        lambda text: option_openings.repeated_options(text, _marks(text), _CHOICE)
    ),
    "core.llm.replies.options.sentences.sentence_claims": _quietly(
        lambda text: option_sentences.sentence_claims(text, _marks(text), _CHOICE, multi=True)
    ),
    "core.llm.replies.options.sentences.last_sentence_claim": _quietly(
        lambda text: option_sentences.last_sentence_claim(
            f"{text} B", _marks(f"{text} B"), repeated=frozenset()
        )
    ),
    "core.llm.replies.options.sentences.only_letters": _quietly(
        lambda text: option_sentences.only_letters(
            f"{text} B", _marks(f"{text} B"), _CHOICE, multi=True
        )
    ),
    "core.llm.replies.options.sentences.weighed_options": _quietly(
        lambda text: option_sentences.weighed_options(text, _marks(text), _CHOICE)
    ),
    "core.llm.replies.options.sentences.is_denied": _quietly(
        lambda text: [option_sentences.is_denied(text, mark, _CHOICE) for mark in _marks(text)]
    ),
    "core.llm.replies.options.clauses.clauses_of": lambda text: list(
        option_clauses.clauses_of(text, 0)
    ),
    "core.llm.replies.options.clauses.denies_next": lambda text: option_clauses.denies_next(
        text, len(text)
    ),
    "core.llm.replies.options.clauses.is_doubted": option_clauses.is_doubted,
    "core.llm.replies.options.clauses.is_hedged": option_clauses.is_hedged,
    "core.llm.replies.options.clauses.is_plain": option_clauses.is_plain,
    "core.llm.replies.options.clauses.is_supposed": option_clauses.is_supposed,
    "core.llm.replies.options.clauses.lead_of": lambda text: option_clauses.lead_of(
        text, len(text)
    ),
    "core.llm.replies.options.clauses.sentence_before": lambda text: option_clauses.sentence_before(
        text, len(text)
    ),
    "core.llm.replies.options.clauses.is_judgment": lambda text: option_clauses.is_judgment(
        text, len(text)
    ),
    "core.llm.replies.options.clauses.is_limited": option_clauses.is_limited,
    "core.llm.replies.options.clauses.is_plain_conclusion": option_clauses.is_plain_conclusion,
    "core.llm.replies.options.clauses.is_reported_or_supposed": (
        lambda text: option_clauses.is_reported_or_supposed(text, len(text))
    ),
    "core.llm.replies.options.judgments.concluded_letters": _quietly(
        lambda text: option_judgments.concluded_letters(text, _marks(text), _CHOICE)
    ),
    "core.llm.replies.options.judgments.joined_marks": _quietly(
        lambda text: option_judgments.joined_marks(text, _marks(text))
    ),
    "core.llm.replies.options.judgments.judged_texts": _quietly(
        lambda text: option_judgments.judged_texts(text, _marks(text), _CHOICE)
    ),
    "core.llm.replies.options.judgments.own_text_before": _quietly(
        lambda text: [
            option_judgments.own_text_before(text, mark, _CHOICE) for mark in _marks(text)
        ]
    ),
    "core.llm.replies.options.sentences.denied_lists": _quietly(
        lambda text: option_sentences.denied_lists(text, _marks(text), _CHOICE)
    ),
    "core.llm.replies.options.tails.tail_of": lambda text: option_tails.tail_of(
        text, 0, "b", _CHOICE
    ),
    "core.llm.replies.options.verdicts.without_reasons": option_verdicts.without_reasons,
    "core.llm.replies.options.words.words_of": lambda text: list(option_words.words_of(text)),
    "core.llm.replies.options.standing.is_upheld": _quietly(
        lambda text: option_standing.is_upheld(
            text, option_marks.OptionClaim(0, frozenset("b")), _marks(text), _CHOICE
        )
    ),
    "core.llm.replies.options.texts.answers_by_text": lambda text: option_texts.answers_by_text(
        text, _CHOICE
    ),
    "core.llm.replies.options.texts.bare_text": option_texts.bare_text,
    "core.llm.replies.options.texts.named_options": lambda text: option_texts.named_options(
        text, _CHOICE
    ),
    "core.llm.replies.options.texts.lone_text_claim": lambda text: option_texts.lone_text_claim(
        text, _CHOICE
    ),
    "core.llm.replies.options.texts.texts_called_correct": _quietly(
        lambda text: option_texts.texts_called_correct(text, _CHOICE)
    ),
    "core.llm.replies.options.numbers.with_letters": lambda text: option_numbers.with_letters(
        text, _CHOICE
    ),
    "core.llm.replies.options.verdicts.verdict_of": option_verdicts.verdict_of,
    "core.llm.replies.reply_tables.with_boxes_as_words": reply_tables.with_boxes_as_words,
    "core.llm.replies.reply_tables.with_tables_as_lines": reply_tables.with_tables_as_lines,
    "core.llm.replies.options.reading.read_options": _quietly(
        lambda text: option_reading.read_options(text, text, _CHOICE, multi=False)
    ),
    "core.llm.replies.options.reading.read_option_value": _quietly(
        lambda text: option_reading.read_option_value(text, _CHOICE, multi=False)
    ),
    "core.llm.replies.options.abstentions.abstains": option_abstentions.abstains,
    "core.llm.replies.options.abstentions.says_too_little": option_abstentions.says_too_little,
    "core.llm.replies.options.verdicts.option_verdicts": lambda text: (
        option_verdicts.option_verdicts(f"A. {text}\nB. {text} - no", _CHOICE)
    ),
    "core.llm.replies.reply_markup.plain_reply": reply_markup.plain_reply,
    "core.llm.openai_api.reply_messages.read_message": lambda text: reply_messages.read_message(
        {"message": {"content": [{"type": "text", "text": text}]}}
    ),
    "core.llm.openai_api.retry_waits.retry_after": lambda text: retry_waits.retry_after(
        {"Retry-After": text}, error_bodies.ErrorBody(words=text)
    ),
    "core.llm.recorded.recorded_client.read_recording": _quietly(_bytes(read_recording)),
    "core.llm.replies.json_repairs.as_json": _quietly(repairs.as_json),
    "core.llm.replies.json_repairs.as_python": _quietly(repairs.as_python),
    "core.llm.replies.json_repairs.as_repaired": _quietly(
        lambda text: repairs.as_repaired(f'{{"a": "{text}')
    ),
    "core.llm.replies.reply_parsing.read_typed": _quietly(
        lambda text: llm_replies.read_typed(text, "stop", lambda: None)
    ),
    "core.llm.sanitizing.without_unstorable": reply_storable,
    "core.llm.replies.json_repairs.with_plain_punctuation": repairs.with_plain_punctuation,
    "core.llm.replies.reply_parsing.is_refusal": llm_replies.is_refusal,
    "core.llm.replies.reply_parsing.read_validation_reply": _quietly(
        lambda text: llm_replies.read_validation_reply(text, _CHOICE, "single_choice")
    ),
    "core.llm.sanitizing.storable_reply": storable_reply,
    "core.llm.replies.reasoning.visible_reply": visible_reply,
    "core.llm.replies.reasoning.is_unfinished_reasoning": is_unfinished_reasoning,
    "core.llm.replies.reasoning.without_reasoning": without_reasoning,
}

DEPTH: dict[str, Reader] = {
    "core.depth.answer_reading.read_answer": lambda text: answers.read_answer(text, _SINGLE),
    "core.depth.answer_reading.read_answer multi": lambda text: answers.read_answer(text, _MULTI),
    "core.depth.answer_reading.read_answer cut off": lambda text: answers.read_answer(
        f"A\n{text}", _SINGLE, "length"
    ),
    "core.depth.answer_reading.read_answer after a letter": lambda text: answers.read_answer(
        f"A {text}", _SINGLE
    ),
    "core.depth.answer_reading.read_answer two letters": lambda text: answers.read_answer(
        f"The answer is A. {text} The answer is B", _SINGLE
    ),
    "core.depth.answer_reading.read_answer cue": lambda text: answers.read_answer(
        f"The answer is {text} B", _SINGLE
    ),
    "core.depth.answer_reading.read_answer tag": lambda text: answers.read_answer(
        f"<answer> {text}", _SINGLE
    ),
    "core.depth.answer_reading.read_answer list": lambda text: answers.read_answer(
        f"['A', '{text}", _SINGLE
    ),
    "core.depth.context_assembly.ContextAssembler.from_text": lambda text: (
        ContextAssembler.from_text(text, _TOKENIZER)
    ),
    "core.depth.token_costs.TokenCosts.from_tokens": lambda text: TokenCosts.from_tokens(
        TokenizedText.from_text(text, _TOKENIZER), _TOKENIZER
    ),
    "core.depth.leaks.LeakFinder.leaks": lambda text: leaks.LeakFinder(
        PreparedText.from_text(text)
    ).leaks(Span(10, 60), ("Thomas Pell went away",)),
    "core.depth.model_results.preview_results": _quietly(
        lambda text: preview_results(text.encode(), file_name="f.jsonl", max_bytes=10**9)
    ),
    "core.depth.result_files.parse_results": _quietly(
        lambda text: parse_results(text.encode(), "f.json")
    ),
    "core.depth.result_files.parse_results csv": _quietly(
        lambda text: parse_results(f"length,depth,score\n{text}".encode(), "f.csv")
    ),
    "core.depth.option_rotation.rotate_options": lambda text: rotation.rotate_options(
        Question("q", QuestionType.SINGLE_CHOICE, {"a": text, "b": "b"}, ("a",)), "key"
    ),
    "core.depth.score_tables.score_rows": _quietly(
        lambda text: list(score_tables.score_rows(text, "f"))
    ),
}

EVIDENCE_GATE: dict[str, Reader] = {
    "core.evidence_gate.assertions.answer_type.AnswerType": lambda text: (
        asked_for.AnswerType.from_query(text).is_possible_in(text)
    ),
    "core.evidence_gate.assertions.question_subject.QuestionSubject": lambda text: (
        QuestionSubject.from_query(text).mentions_event(text)
    ),
    "core.evidence_gate.assertions.question_subject.QuestionSubject en": lambda text: (
        QuestionSubject.from_query(f"When was the {text}").is_named_in(text, text)
    ),
    "core.evidence_gate.assertions.answer_type.without_source_phrase": (
        asked_for.without_source_phrase
    ),
    "core.evidence_gate.assertions.assertions.AssertionFilter.apply": lambda text: (
        assertions.AssertionFilter().apply(text, [_EVIDENCE], this_year=2025)
    ),
    "core.evidence_gate.assertions.assertions.AssertionFilter.apply evidence": lambda text: (
        assertions.AssertionFilter().apply(
            "In 1742 it burned.洪武三年。", [_evidence(text)], this_year=2025
        )
    ),
    "core.evidence_gate.assertions.chinese_name_forms.persons": _exhausted(
        chinese_name_forms.persons
    ),
    "core.evidence_gate.assertions.chinese_name_forms.places": _exhausted(
        chinese_name_forms.places
    ),
    "core.evidence_gate.assertions.chinese_new_names.new_chinese_names": lambda text: (
        chinese_new_names.new_chinese_names(text, _BOOK)
    ),
    "core.evidence_gate.assertions.chinese_new_names.new_chinese_names text": lambda text: (
        chinese_new_names.new_chinese_names("王大仁建了龙尾堰", text)
    ),
    "core.evidence_gate.assertions.citations.cited_sentences": lambda text: citing.cited_sentences(
        text, [_EVIDENCE]
    ),
    "core.evidence_gate.assertions.preference_answers.past_wording": past_wording,
    "core.evidence_gate.assertions.verbatim.is_covered_by": lambda text: is_covered_by(text, _BOOK),
    "core.evidence_gate.assertions.verbatim.is_covered_by passage": lambda text: is_covered_by(
        _BOOK[:80], text
    ),
    "core.evidence_gate.assertions.claim_terms.counts_in": claim_terms.counts_in,
    "core.evidence_gate.assertions.claim_terms.numbers_in": claim_terms.numbers_in,
    "core.evidence_gate.assertions.claim_terms.weighed_terms": claim_terms.weighed_terms,
    "core.evidence_gate.assertions.people.name_forms_of": lambda text: people.name_forms_of(
        text, text
    ),
    "core.evidence_gate.assertions.people.mentions_person": lambda text: people.mentions_person(
        text, "Who built the bridge?"
    ),
    "core.evidence_gate.assertions.claim_sentences.claims": sentence_claims.claims,
    "core.evidence_gate.assertions.claim_sentences.quotes_in": sentence_claims.quotes_in,
    "core.evidence_gate.assertions.claim_sentences.says_nothing_is_known": (
        sentence_claims.says_nothing_is_known
    ),
    "core.evidence_gate.assertions.claim_sentences.without_source_named": (
        sentence_claims.without_source_named
    ),
    "core.evidence_gate.assertions.english_new_names.new_english_names": lambda text: list(
        english_new_names.new_english_names(text, _BOOK)
    ),
    "core.evidence_gate.assertions.english_new_names.new_english_names text": lambda text: list(
        english_new_names.new_english_names("John Pell built it", text)
    ),
    "core.evidence_gate.assertions.event_kinds.mentions_kind": lambda text: [
        event_kinds.mentions_kind(text, kind) for kind in event_kinds.KINDS
    ],
    "core.evidence_gate.assertions.grounding.facts_of": grounding.facts_of,
    "core.evidence_gate.assertions.citation_marks.cited_in": marks.cited_in,
    "core.evidence_gate.assertions.citation_marks.marked_sentences": marks.marked_sentences,
    "core.evidence_gate.assertions.citation_marks.marked_spans": lambda text: marks.marked_spans(
        text, whole_quotes=True
    ),
    "core.evidence_gate.assertions.citation_marks.with_marks_of": lambda text: marks.with_marks_of(
        text, {1}
    ),
    "core.evidence_gate.assertions.citation_marks.without_marks": marks.without_marks,
    "core.evidence_gate.assertions.names.KnownNames.find": KnownNames.of_texts([_BOOK]).find,
    "core.evidence_gate.cases.read_cases": _quietly(
        lambda text: read_cases(text.encode(), "f.json")
    ),
    "core.evidence_gate.assertions.names.read_names": _quietly(
        lambda text: read_names(_completion(text))
    ),
    "core.evidence_gate.assertions.new_names.new_names": lambda text: list(
        new_names.new_names(text, _BOOK)
    ),
    "core.evidence_gate.assertions.quotations.quoted": quotes.quoted,
    "core.evidence_gate.assertions.statements.fold": statements.fold,
    "core.evidence_gate.assertions.support.best_sentence": lambda text: support.best_sentence(
        "The mill was built in 1742", _evidence(text)
    ),
    "core.evidence_gate.assertions.support.sentence_support": lambda text: support.sentence_support(
        text, [_EVIDENCE]
    ),
    "core.evidence_gate.assertions.support.sentence_support evidence": lambda text: (
        support.sentence_support("The mill was built in 1742.[1]", [_evidence(text)])
    ),
    "core.evidence_gate.extractive.ExtractiveWriter.write": lambda text: asyncio.run(
        extractive.ExtractiveWriter().write("洪武三年 mill 1742", [_evidence(text)], language="en")
    ),
    "core.evidence_gate.intent.QueryIntentClassifier.classify": (
        intent.QueryIntentClassifier().classify
    ),
    "core.evidence_gate.model_intent.read_intent": _quietly(
        lambda text: model_intent.read_intent(_completion(text))
    ),
    "core.evidence_gate.model_writer.read_answer": _quietly(
        lambda text: model_writer.read_answer(_completion(text))
    ),
}

ANSWER_LOOP: dict[str, Reader] = {
    "core.answer_loop.contradictions.contradictions": lambda text: list(
        contradictions.contradictions([text, f"{text} 2", "it is 3"])
    ),
    "core.answer_loop.fix_evaluator.FixEvaluator": lambda text: asyncio.run(
        FixEvaluator(FlaggedQuestion(_SINGLE), _PREPARED).evaluate(
            "q", _fix(text).model_dump_json(), [], language="en"
        )
    ),
    "core.answer_loop.fixes.read_fix": _quietly(fixes.read_fix),
    "core.answer_loop.fixes.fix_reply": _quietly(lambda text: fixes.fix_reply(_completion(text))),
    "core.answer_loop.model_evaluator.context_of": lambda text: model_evaluator.context_of(
        [_evidence(text)], "The mill", "en"
    ),
    "core.answer_loop.model_evaluator.read_evaluation": _quietly(
        lambda text: model_evaluator.read_evaluation(_completion(text), "en")
    ),
    "core.answer_loop.model_evaluator.read_evaluation suggestion": _quietly(
        lambda text: model_evaluator.read_evaluation(
            _completion(json.dumps({"passed": False, "suggestions": [text]}, ensure_ascii=False)),
            "en",
        )
    ),
    "core.answer_loop.rule_evaluator.RuleEvaluator.evaluate": lambda text: asyncio.run(
        rule_evaluator.RuleEvaluator().evaluate(
            "When was the mill built?", text, [_EVIDENCE], language="en"
        )
    ),
    "core.answer_loop.rule_evaluator.certain_faults": lambda text: rule_evaluator.certain_faults(
        text, [_EVIDENCE], "en"
    ),
    "core.answer_loop.excerpts.best_window": lambda text: windows.best_window(
        text, "The mill 洪武三年"
    ),
    "core.answer_loop.excerpts.shown_excerpt": lambda text: windows.shown_excerpt(text, "The mill"),
    "core.answer_loop.excerpts.best_window said": lambda text: windows.best_window(text, text),
}

VERIFICATION: dict[str, Reader] = {
    "core.verification.files.candidates.read_candidates": _quietly(
        lambda text: candidates.read_candidates(
            json.dumps({"id": "1", "text": text, "channel": "PUSH", "locale": "zh-CN"}).encode(),
            file_name="f.jsonl",
        )
    ),
    "core.verification.files.candidates.read_candidates any": _quietly(
        _bytes(candidates.read_candidates, '{"id": ')
    ),
    "core.verification.files.candidates.read_catalogue": _quietly(
        _bytes(candidates.read_catalogue, "item_id,name\n1,")
    ),
    "core.verification.files.candidates.read_recent": _quietly(
        _bytes(candidates.read_recent, "text\n")
    ),
    "core.verification.files.candidates.read_user_events": _quietly(
        _bytes(candidates.read_user_events, "user_id,event_type,occurred_at\n1,")
    ),
    "core.verification.repairs.claim_cuts.with_rewritten_text": lambda text: (
        claim_cuts.with_rewritten_text(_candidate(text), text, (), _POLICY)
    ),
    "core.verification.repairs.claim_cuts.with_claims_still_made": lambda text: (
        claim_cuts.with_claims_still_made(text, Claims(), (), _POLICY)
    ),
    "core.verification.claims.claims.brands_in": lambda text: copy_claims.brands_in(text, _BRANDS),
    "core.verification.claims.claims.claims_in": lambda text: copy_claims.claims_in(
        text, _POLICY, _BRANDS
    ),
    "core.verification.copy_text.other_amounts.is_no_price": lambda text: is_no_price(text, (4, 8)),
    "core.verification.facts.other_things.names_other_goods": lambda text: names_other_goods(
        text, (4, 8), [text]
    ),
    "core.verification.compliance.reported_words.only_reported": lambda text: only_reported(
        text, (4, 8)
    ),
    "core.verification.claims.other_uses.means_no_near_day": lambda text: means_no_near_day(
        text, (4, 8)
    ),
    "core.verification.claims.other_uses.names_owned_product": lambda text: names_owned_product(
        text, (4, 8)
    ),
    "core.verification.claims.holiday_mentions.only_mentions": lambda text: only_mentions(
        text, (4, 8)
    ),
    "core.verification.claims.brand_mentions.only_mentions_brand": lambda text: only_mentions_brand(
        text, (4, 8)
    ),
    "core.verification.claims.general_acts.is_no_reader_act": lambda text: is_no_reader_act(
        text, (4, 8)
    ),
    "core.verification.compliance.harmless_praise.claims_nothing": lambda text: claims_nothing(
        text, (4, 8)
    ),
    "core.verification.compliance.harmless_praise.names_a_work": lambda text: names_a_work(
        text, (4, 8)
    ),
    "core.verification.compliance.compliance.folded": lambda text: folded_copy(text, _POLICY),
    "core.verification.compliance.compliance.check_compliance": lambda text: check_compliance(
        _candidate(text), _POLICY
    ),
    "core.verification.compliance.compliance.check_compliance v1.0.0": lambda text: (
        check_compliance(_candidate(text), _ASCII_POLICY)
    ),
    "core.verification.compliance.compliance.check_compliance v1.2.0": lambda text: (
        check_compliance(Candidate("c", text, "PUSH", "zh-CN"), policy_of("v1.2.0"))
    ),
    "core.verification.copy_text.addresses.addresses": _exhausted(addresses),
    "core.verification.copy_text.written_prices.written_prices": lambda text: list(
        written_prices(f"只要99元{text}")
    ),
    "core.verification.copy_text.disguises.without_disguises": without_disguises,
    "core.verification.copy_text.surroundings.surroundings_of": lambda text: surroundings_of(
        text, (4, 8), 40
    ),
    "core.verification.claims.reader_acts.reader_acts": _exhausted(reader_acts),
    "core.verification.claims.claims.brands_named": lambda text: copy_claims.brands_named(
        text, policy_of("v1.2.0")
    ),
    "core.verification.copy_text.text_folding.fold": folding.fold,
    "core.verification.copy_text.text_folding.unfolded": folding.unfolded,
    "core.verification.copy_text.text_measures.has_han": measures.has_han,
    "core.verification.copy_text.text_measures.has_latin": measures.has_latin,
    "core.verification.copy_text.text_measures.latin_words": measures.latin_words,
    "core.verification.copy_text.character_kinds.kinds_of": kinds_of,
    "core.verification.copy_text.character_kinds.has_others": has_others,
    "core.verification.copy_text.text_measures.is_spaced": measures.is_spaced,
    "core.verification.copy_text.text_measures.cut_at": lambda text: measures.cut_at(
        text, 10_000, _POLICY.length
    ),
    "core.verification.copy_text.text_measures.emoji": measures.emoji,
    "core.verification.copy_text.text_measures.length": lambda text: measures.length(
        text, _POLICY.length
    ),
    "core.verification.copy_text.text_measures.punctuation_share": measures.punctuation_share,
    "core.verification.copy_text.text_measures.units_of": lambda text: list(
        measures.units_of(text, _POLICY.length)
    ),
    "core.verification.quality.novelty.RecentCopy.nearest": lambda text: RecentCopy(
        [text, "another"]
    ).nearest(text),
    "core.verification.quality.novelty.RecentCopy.add": lambda text: RecentCopy().add(text),
    "core.verification.quality.novelty.ngrams": lambda text: ngrams(text, 2),
    "core.verification.quality.opinion_replies.read_opinion": _quietly(
        lambda text: opinion_replies.read_opinion(_completion(text), ("offer",))
    ),
    "core.verification.repairs.text_edits.diff": lambda text: patches.diff(text, f"{text} more"),
    "core.verification.repairs.text_edits.diff inside": lambda text: patches.diff(
        f"{text}1{text}", f"{text}2{text}"
    ),
    "core.verification.repairs.text_edits.shortened": lambda text: patches.shortened(
        text, 100, _POLICY
    ),
    "core.verification.repairs.text_edits.shortened long": lambda text: patches.shortened(
        text, len(text) // 2, _POLICY
    ),
    "core.verification.repairs.text_edits.with_call_to_tap": lambda text: patches.with_call_to_tap(
        text, _POLICY
    ),
    "core.verification.repairs.text_edits.without_sentences": lambda text: (
        patches.without_sentences(text, [(0, 1), (5, 6)])
    ),
    "core.verification.repairs.text_edits.without_sentences many": lambda text: (
        patches.without_sentences(text, [(at, at + 1) for at in range(0, len(text), 5)])
    ),
    "core.verification.repairs.text_edits.without_urls": lambda text: patches.without_urls(
        text, _POLICY
    ),
    "core.verification.repairs.text_edits.without_urls inside": lambda text: patches.without_urls(
        f"{text}https://a.com{text}", _POLICY
    ),
    "core.verification.copy_text.pattern_rules.PatternFinder.find": lambda text: list(
        PatternFinder(_PATTERNS).find(text, folded_copy(text, _POLICY), ANYWHERE)
    ),
    "core.verification.copy_text.pattern_rules.pattern_hits": lambda text: list(
        pattern_hits(_PATTERNS, text, folded_copy(text, _POLICY), ANYWHERE)
    ),
    "core.verification.repairs.repairs.repair v1.2.0": lambda text: _repaired(text, _NEWEST_POLICY),
    "core.verification.repairs.repairs.repair v1.1.0": lambda text: _repaired(text, _POLICY),
    "core.verification.repairs.repairs.repair places": lambda text: _repaired(
        f"https://a.cn{text}史上最低价{text}你看过的Sony相机{text}双十一只要99元！！！",
        _NEWEST_POLICY,
    ),
    "core.verification.copy_text.copy_clauses.CopyParts.of": lambda text: (
        CopyParts.of(text).clauses
    ),
    "core.verification.copy_text.copy_clauses.clauses_of": clauses_of,
    "core.verification.copy_text.copy_clauses.closing_of": closing_of,
    "core.verification.copy_text.copy_clauses.greeting_of": greeting_of,
    "core.verification.copy_text.copy_clauses.sender_of": sender_of,
    "core.verification.repairs.edits.omitted_words.is_aside": lambda text: is_aside(
        text, _spans(text)
    ),
    "core.verification.repairs.edits.omitted_words.smallest_edits": lambda text: smallest_edits(
        text, _edits(text), _spans(text)
    ),
    "core.verification.repairs.guards.leaning_clauses.answers_removed_text": answers_removed_text,
    "core.verification.repairs.guards.remaining_copy.tells_how_to_answer": tells_how_to_answer,
    "core.verification.repairs.guards.remaining_copy.specific_nouns": specific_nouns,
    "core.verification.repairs.shortening.shorter_texts": lambda text: list(
        shorter_texts(text, len(text) // 2, _POLICY)
    ),
    "core.verification.copy_text.copy_clauses.sentence_start": sentence_start,
    "core.verification.repairs.guards.whole_sentences.is_whole": lambda text: is_whole(
        text, f"a{text}"
    ),
    "core.verification.repairs.guards.remaining_copy.says_enough": lambda text: says_enough(
        text, f"好的，{text}。"
    ),
    "core.verification.repairs.edits.replaced_words.tidy_text": tidy_text,
    "core.verification.repairs.edits.replaced_words.apply_word_edits": lambda text: (
        apply_word_edits(text, _edits(text))
    ),
    "core.verification.repairs.edits.replaced_words.replacements": lambda text: replacements(
        f"{text}最好的", [(at, at + 1) for at in range(0, len(text), 7)], _NEWEST_POLICY
    ),
    "core.verification.copy_text.copy_clauses.without_brackets": lambda text: without_brackets(
        text, _spans(text)
    ),
    "core.verification.repairs.repair_drafts.clause_cuts": lambda text: list(
        clause_cuts(text, _spans(text))
    ),
    "core.verification.repairs.repair_drafts.with_sound_lines": lambda text: with_sound_lines(
        text, text[: len(text) // 2]
    ),
    "core.verification.repairs.guards.repair_guards.refusal": lambda text: refusal(
        text, text[len(text) // 2 :], _spans(text)
    ),
    "core.verification.repairs.guards.repair_losses.says_little": says_little,
    "core.verification.repairs.rewrite_guards.unfaithful": lambda text: unfaithful(
        _with_text(text), _with_text(text[len(text) // 2 :]), _NEWEST_POLICY
    ),
    "core.verification.repairs.guards.edit_kinds.kind_of": kind_of,
    "core.verification.repairs.guards.edit_kinds.simplified": simplified,
    "core.verification.repairs.guards.stranded_words.introduces_a_boast": introduces_a_boast,
    "core.verification.repairs.guards.repair_losses.words_of": lambda text: words_of(
        re.compile(r"\w+"), text
    ),
    "core.verification.repairs.repair_drafts.large_cuts": lambda text: list(
        large_cuts(text, _spans(text))
    ),
    "core.verification.repairs.edits.english_superlatives.apply_superlative_edits": lambda text: (
        apply_superlative_edits(text, _edits(text))
    ),
    "core.verification.repairs.edits.english_superlatives.stands_alone": lambda text: stands_alone(
        text, _edits(text)
    ),
    "core.verification.repairs.edits.link_edits.without_links": lambda text: without_links(
        text, [(at, at + 2) for at in range(0, len(text) - 2, 9)], tapped=True
    ),
    "core.verification.repairs.edits.link_edits.without_links one": lambda text: without_links(
        f"{text}x{text}", [(len(text), len(text) + 1)], tapped=True
    ),
    "core.verification.repairs.edits.price_edits.without_prices": lambda text: without_prices(
        text, _spans(text), _NEWEST_POLICY.repairs.prices
    ),
    "core.verification.repairs.edits.price_edits.without_prices one": lambda text: without_prices(
        f"{text}9{text}", [(len(text), len(text) + 1)], _NEWEST_POLICY.repairs.prices
    ),
    "core.verification.repairs.edits.mark_edits.with_fewer_marks": lambda text: with_fewer_marks(
        text, _POLICY.marks
    ),
    "core.verification.repairs.edits.mark_edits.in_sentence_case": lambda text: in_sentence_case(
        text.upper()
    ),
    "core.verification.repairs.edits.brand_edits.with_brand": lambda text: with_brand(
        text, _spans(text), "Canon", ["Canon camera"]
    ),
    "core.verification.repairs.edits.claim_edits.without_holiday": lambda text: without_holiday(
        text, _spans(text)
    ),
    "core.verification.repairs.edits.claim_edits.without_event": without_event,
    "core.verification.repairs.edits.claim_edits.alludes_to_an_act": alludes_to_an_act,
    "core.verification.repairs.edits.claim_edits.leaves_out_a_reason": leaves_out_a_reason,
    "core.verification.repairs.edits.claim_edits.rewards_an_act": rewards_an_act,
    "core.verification.policy.files.read_policy": _quietly(
        lambda text: read_policy(text, file_name="f")
    ),
    "core.verification.quality.quality.check_quality": lambda text: check_quality(
        _candidate(text), _POLICY
    ),
    "core.verification.quality.readability.factors_of": lambda text: readability.factors_of(
        text, _POLICY.readability
    ),
    "core.verification.repairs.rewriting.read_rewriting": _quietly(
        lambda text: rewriting.read_rewriting(_completion(text))
    ),
    "core.verification.quality.style.check_style": lambda text: list(
        style.check_style(text, _POLICY)
    ),
    "core.verification.files.upload_tables.read_table": _quietly(
        lambda text: read_table(
            f"id,values\n1,{text}\n".encode(),
            file_name="f.csv",
            required=[("id",)],
            parse=lambda record: split_list_cell(record.fields.get("values")),
        )
    ),
    "core.verification.files.upload_tables.read_table header": _quietly(
        lambda text: read_table(
            f"id,{text}\n1,2\n".encode(), file_name="f.csv", required=[("id",)], parse=str
        )
    ),
}

ROOMS = {
    "text": TEXT,
    "questions": QUESTIONS,
    "llm": LLM,
    "depth": DEPTH,
    "evidence_gate": EVIDENCE_GATE,
    "answer_loop": ANSWER_LOOP,
    "verification": VERIFICATION,
}
"""By the room of core they are in."""

_READ_JSON = (
    "core.answer_loop.fixes.fix_reply",
    "core.answer_loop.model_evaluator.read_evaluation",
    "core.depth.answer_reading.read_answer",
    "core.evidence_gate.assertions.names.read_names",
    "core.evidence_gate.model_intent.read_intent",
    "core.evidence_gate.model_writer.read_answer",
    "core.llm.replies.json_objects.as_whole",
    "core.llm.replies.json_objects.ends_in_object",
    "core.llm.replies.json_objects.json_objects",
    "core.llm.replies.json_objects.read_json",
    "core.llm.replies.options.fields.answer_field",
    "core.llm.replies.options.reading.read_options",
    "core.llm.replies.json_repairs.as_repaired",
    "core.llm.replies.reply_parsing.read_",
    "core.verification.quality.opinion_replies.read_opinion",
    "core.verification.repairs.rewriting.read_rewriting",
)
_WITH_A_FIRST_STEP = (
    # Rows are looked for in what is nearly JSON, up to a fixed limit.
    "core.questions.json_rows",
    "core.questions.json_scanning",
    # A text within the window is shown as it is.
    "core.answer_loop.excerpts",
    "core.answer_loop.model_evaluator.context_of",
)
LIMITED = frozenset(
    name
    for room in ROOMS.values()
    for name in room
    if name.startswith((*_READ_JSON, *_WITH_A_FIRST_STEP))
)
"""Readers whose work grows faster than the text up to a limit: those that look for JSON in a reply
(the work for what is nearly JSON has a fixed limit, see `json_objects`), and a few others.
"""

NOT_FOREIGN = frozenset(
    {
        # Hand a text on to what is in the table, or only keep it.
        "core.questions.parquet_rows.parquet_columns",
        "core.questions.parquet_rows.parquet_records",
        "core.questions.question_files.open_questions",
        "core.questions.sheet_rows.is_workbook",
        "core.questions.sheet_rows.open_sheet",
        "core.questions.sheet_rows.sheets",
        "core.verification.files.upload_records.upload_records",
        "core.text.archives.BoundedArchive",
        "core.text.decoding.binary_kind",
        "core.text.decoding.notices_about",
        "core.answer_loop.answer_graph.MultiAgentGraph.run",
        "core.answer_loop.evaluation.Evaluator.evaluate",
        "core.answer_loop.fixes.SuggestedFix.from_question",
        "core.answer_loop.loop_messages.LoopMessages.revision",
        "core.answer_loop.model_evaluator.ModelEvaluator.evaluate",
        "core.answer_loop.model_evaluator.ModelEvaluator.prompt",
        "core.answer_loop.observational_data.observation",
        "core.answer_loop.state.initial_state",
        "core.depth.examiner.TestRunner.prompt_for",
        "core.depth.context_result.rebuild",
        "core.evidence_gate.assertions.names.ModelNameFinder.find",
        "core.evidence_gate.assertions.names.NameFinder.find",
        "core.evidence_gate.assertions.statements.StatementWording.always",
        "core.evidence_gate.evidence_gate.EvidenceGate.check",
        "core.evidence_gate.intent.IntentClassifier.classify",
        "core.evidence_gate.model_intent.ModelIntentClassifier.classify",
        "core.evidence_gate.model_writer.ModelWriter.prompt",
        "core.evidence_gate.model_writer.ModelWriter.write",
        "core.evidence_gate.answer_writer.AnswerWriter.write",
        "core.llm.errors.LLMError",
        "core.llm.errors.UnreadableReply",
        "core.llm.errors.WindowFull",
        "core.llm.openai_api.openai_errors.content_filtered_error",
        "core.llm.replies.json_repairs.read_object",
        "core.llm.replies.reply_length.require_readable_length",
        "core.questions.issues.RowRefused.at",
        "core.text.matching.search.PreparedText.sought",
        "core.text.span.Span.of",
        "core.text.retrieval.passages.Retriever.search",
        "core.text.size_limits.require_size",
        "core.text.tokens.BpeTokenizer.char_offsets",
        "core.text.tokens.BpeTokenizer.encode",
        "core.text.tokens.Tokenizer.char_offsets",
        "core.text.tokens.Tokenizer.encode",
        # Sentences of an answer, by the readers above; a judge asks a model, of limited length.
        "core.evidence_gate.assertions.sentence_selection.SentenceSelector.select",
        "core.evidence_gate.assertions.sentence_selection.answer_type_of",
        "core.evidence_gate.assertions.sentence_selection.may_answer",
        "core.evidence_gate.assertions.sentence_selection.selected_text",
        "core.evidence_gate.claim_judge.ClaimJudge.judge",
        "core.evidence_gate.claim_judge.ModelClaimJudge.judge",
        # Both by read_policy.
        "core.verification.policy.files.read_policy_file",
        "core.verification.policy.yaml_reader.compose_policy",
        # All of them by check_compliance, under each policy.
        "core.verification.copy_text.links_and_prices.amounts",
        "core.verification.copy_text.links_and_prices.links",
        "core.verification.copy_text.word_rules.RuledWords.find",
        # Are given a normalised quote or passage by EvidenceMatcher.match, of limited length.
        "core.text.matching.content.differences",
        "core.text.matching.match_results.found_as_typed",
        "core.text.matching.boundaries.cuts_word",
        "core.text.matching.boundaries.cuts_negation",
        "core.text.matching.boundaries.cuts_number",
        "core.text.matching.boundaries.whole_tokens",
        "core.text.matching.elisions.marked_elision",
        "core.text.matching.elisions.matched_parts",
        "core.text.matching.anchors.find_anchor",
        "core.text.matching.list_numbers.has_list_number",
        "core.text.matching.omissions.renames_remainder",
        "core.text.matching.postings.Postings.from_text",
        "core.text.matching.wording_changes.is_rewording",
        "core.text.matching.wording_changes.are_rewordings",
        "core.text.matching.diff.token_changes",
        "core.text.matching.typos.typo_spelling",
        "core.text.matching.prepared_quote.PreparedQuote.beginnings",
        "core.text.matching.prepared_quote.quote_beginnings",
        "core.text.matching.boundary_adjustment.adjust_boundaries",
        "core.text.matching.left_out.contradicts_text",
        "core.text.matching.long_terms.LongTerms.from_text",
        "core.text.matching.terms.Terms.from_text",
        "core.text.matching.unspaced.UnspacedText.find",
        "core.text.matching.unspaced.UnspacedText.from_text",
    }
)
"""Public functions that take a text and are in no table, and why."""
