"""The offline evaluator: rules over citations, quotes and support, without a model.

No rule can tell whether the structure of an answer is muddled (source 004, 合理性检查失败), nor
find a paraphrased contradiction: both take a model.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from core.answer_loop.contradictions import contradictions, uncompared
from core.answer_loop.evaluation import PREFIXES, Evaluation, EvaluationDimension, EvaluationRecord
from core.errors import Sentence
from core.evidence_gate import Evidence
from core.evidence_gate.assertions.answer_type import AnswerType, without_source_phrase
from core.evidence_gate.assertions.citation_marks import marked_sentences, without_marks
from core.evidence_gate.assertions.claim_sentences import (
    says_nothing_is_known,
    without_source_named,
)
from core.evidence_gate.assertions.support import SentenceSupport, sentence_support
from core.evidence_gate.assertions.support_reasons import (
    CITES_NOTHING,
    DENIED,
    FEW_WORDS,
    NAME_MISSING,
    NOT_THERE,
    NUMBER_MISSING,
    QUOTE_CHANGED,
    QUOTE_MISSING,
)
from core.text import normal_form
from core.text.language import content_units, sentence_spans, supported_language
from core.text.retrieval import Coverage, index_terms

ON_THE_QUESTION = 0.2
"""The least share of the question's units that an answer or its evidence must contain."""

ANSWERS_IT = 0.2
"""The least share of the question, weighted by rarity in the evidence, that the claims must cover.
For the red team's twins the baseline covers at least 0.22, an off-topic sentence 0.19.
"""

_THIN_BELOW = 0.45
"""The least share of the question that cited evidence must cover to pass. The gate's threshold is
lower: it only decides what a writer is shown.
"""

_MOST_SUGGESTIONS = 8
_EXCERPT = 40

_EMPTY = "The answer is empty. Answer the question."
_OFF_TOPIC = "The answer does not speak of what is asked. Answer the question itself."
_LOW_COVERAGE = (
    "What the answer claims covers {percent} % of the question, too little to answer it. "
    "Answer the question itself, or say what is not known."
)
_NO_VALUE = (
    "The question asks for a time or a number, and the answer gives none. "
    "Give it, or say that it is not known."
)
_CONTRADICTS = (
    "The sentence “{sentence}” says otherwise than “{against}”. Keep the one that is borne out."
)
_UNCOMPARED = (
    "The answer is too long to be compared with itself: whether “{sentence}” and what follows it "
    "contradict the rest was not checked. Shorten the answer."
)
_REPEATS = "The sentence “{sentence}” stands there more than once. Say it once."
_CITE = "The sentence “{sentence}” names no source. Mark it with the number of its evidence."
_CORRECT = "The sentence “{sentence}”: {why} Correct it, cite what says it, or leave it out."
_THIN = (
    "The evidence that “{sentence}” cites covers {percent} % of the question, too little to answer "
    "it. Cite other evidence, or say what is not known."
)
_NO_EVIDENCE = "Nothing was found, yet the answer claims “{sentence}”. Say what is not known."

_ZH = {
    _EMPTY: "答案为空，请回答问题。",
    _OFF_TOPIC: "答案没有围绕问题展开，请直接回答所问的内容。",
    _LOW_COVERAGE: (
        "答案的论断只涉及提问的 {percent}%，不足以回答。请直接回答所问的内容，或说明哪些信息不足。"
    ),
    _NO_VALUE: "提问要的是时间或数目，答案没有给出。请给出，或说明资料没有记载。",
    _CONTRADICTS: "句子“{sentence}”与“{against}”相矛盾。请只保留证据支持的一句。",
    _UNCOMPARED: (
        "答案过长，无法逐句核对是否自相矛盾：“{sentence}”及其后的内容未经核对。请缩短答案。"
    ),
    _REPEATS: "句子“{sentence}”重复出现，请只保留一次。",
    _CITE: "句子“{sentence}”缺少来源标注，请在句末标注所依据证据的编号。",
    _CORRECT: "句子“{sentence}”：{why}请改正、改引能支持它的证据，或删去。",
    _THIN: (
        "句子“{sentence}”所引证据只覆盖提问的 {percent}%，不足以回答。"
        "请改引其他证据，或说明哪些信息不足。"
    ),
    _NO_EVIDENCE: "没有检索到证据，答案却断言“{sentence}”。请说明哪些信息不足。",
    NOT_THERE: "引用了不存在的证据 [{number}]。",
    CITES_NOTHING: "没有标注来源。",
    QUOTE_MISSING: "引文不在所引证据中。",
    QUOTE_CHANGED: "引文写作“{claimed}”，证据原文是“{source}”。",
    NUMBER_MISSING: "数字“{number}”不在证据中。",
    NAME_MISSING: "{cited} 中没有“{name}”。",
    DENIED: "句子与证据一方肯定、一方否定。",
    FEW_WORDS: "证据只含有该句 {percent}% 的用词。",
}


class RuleEvaluator:
    """Checks whether the answer covers the question, and whether each claim cites evidence with its
    quotes, numbers and words (source 004, both dimensions).
    """

    name = "rules"
    model = "rules-1"
    is_rule = True

    async def evaluate(
        self, query: str, answer: str, evidence: Sequence[Evidence], *, language: str
    ) -> EvaluationRecord:
        language_key = supported_language(language)
        # A long answer takes seconds, in which others are waiting for the event loop.
        suggestions = await asyncio.to_thread(
            _first_suggestions, query, answer, evidence, language_key
        )
        return EvaluationRecord(Evaluation.from_suggestions(suggestions))


def certain_faults(answer: str, evidence: Sequence[Evidence], language: str) -> tuple[str, ...]:
    """Return faults that outweigh any model's verdict: a claim when nothing was retrieved (reading
    37), and a citation of evidence that does not exist.
    """
    numbers = {passage.number for passage in evidence}
    faults = []
    for sentence in sentence_support(answer, evidence):
        excerpt = _excerpt(sentence.text)
        missing = [number for number in sentence.cited if number not in numbers]
        if not evidence and sentence.is_claim:
            faults.append(_render(_NO_EVIDENCE, {"sentence": excerpt}, language))
        elif missing:
            reason = _render(NOT_THERE, {"number": missing[0]}, language)
            faults.append(_render(_CORRECT, {"sentence": excerpt, "why": reason}, language))
    return tuple(
        f"{PREFIXES[language][EvaluationDimension.EVIDENCE]} {fault}"
        for fault in faults[:_MOST_SUGGESTIONS]
    )


def _first_suggestions(
    query: str, answer: str, evidence: Sequence[Evidence], language: str
) -> list[str]:
    return list(islice(_suggestions(query, answer, evidence, language), _MOST_SUGGESTIONS))


def _suggestions(
    query: str, answer: str, evidence: Sequence[Evidence], language: str
) -> Iterator[str]:
    prefix = PREFIXES[language]
    sentences = sentence_support(answer, evidence)
    for message, params in _unreasonable(query, answer, evidence, sentences):
        yield f"{prefix[EvaluationDimension.REASONABLENESS]} {_render(message, params, language)}"
    for message, params in _ungrounded(evidence, sentences, language):
        yield f"{prefix[EvaluationDimension.EVIDENCE]} {_render(message, params, language)}"


_Finding = tuple[str, Mapping[str, str | int | float]]
"""A message template and its parameters."""


def _unreasonable(
    query: str,
    answer: str,
    evidence: Sequence[Evidence],
    sentences: Sequence[SentenceSupport],
) -> Iterator[_Finding]:
    text = without_marks(answer).strip()
    if not text:
        yield _EMPTY, {}
        return
    cited = {number for sentence in sentences for number in sentence.cited}
    cited_text = " ".join(passage.text for passage in evidence if passage.number in cited)
    if not says_nothing_is_known(text) and not _speaks_of(query, f"{text} {cited_text}"):
        yield _OFF_TOPIC, {}
    claims = [sentence.text for sentence in sentences if sentence.is_claim]
    if claims and not says_nothing_is_known(text):
        yield from _misses_question(query, claims, evidence)
    for sentence, against in contradictions(claims):
        yield _CONTRADICTS, {"sentence": _excerpt(sentence), "against": _excerpt(against)}
    for sentence in uncompared(claims)[:1]:
        yield _UNCOMPARED, {"sentence": _excerpt(sentence)}
    earlier = set[str]()
    for marked in marked_sentences(answer):
        normal = normal_form(marked.text)
        if normal and normal in earlier:
            yield _REPEATS, {"sentence": _excerpt(marked.text)}
        earlier.add(normal)


def _misses_question(
    query: str, claims: Sequence[str], evidence: Sequence[Evidence]
) -> Iterator[_Finding]:
    """Yield a fault if the claims themselves do not cover the question or lack the type of answer
    asked for; that the cited passage does is not enough.
    """
    text = without_source_named(" ".join(claims))
    sentences = [
        passage.text[slice(*span)] for passage in evidence for span in sentence_spans(passage.text)
    ]
    frequencies = Counter(term for sentence in sentences for term in set(index_terms(sentence)))
    coverage = Coverage.from_query(without_source_phrase(query), frequencies, len(sentences))
    share = coverage.share(text, frozenset(index_terms(text)))
    if evidence and share < ANSWERS_IT:
        yield _LOW_COVERAGE, {"percent": round(100 * share)}
    elif not AnswerType.from_query(query).is_possible_in(text):
        yield _NO_VALUE, {}


def _speaks_of(query: str, text: str) -> bool:
    query_units = {unit for unit, _ in content_units(normal_form(query))}
    text_units = {unit for unit, _ in content_units(normal_form(text))}
    return not query_units or len(query_units & text_units) / len(query_units) >= ON_THE_QUESTION


def _ungrounded(
    evidence: Sequence[Evidence], sentences: Sequence[SentenceSupport], language: str
) -> Iterator[_Finding]:
    """Yield claims without support. With nothing retrieved only an answer without claims passes
    (reading 37); a passage that covers too little of the question is no evidence (reading 28).
    """
    coverage = {passage.number: passage.coverage for passage in evidence}
    for sentence in sentences:
        if sentence.is_grounded:
            best = max((coverage[number] for number in sentence.supporting), default=1.0)
            if sentence.is_claim and best < _THIN_BELOW:
                yield _THIN, {"sentence": _excerpt(sentence.text), "percent": round(100 * best)}
            continue
        excerpt = _excerpt(sentence.text)
        if not evidence:
            yield _NO_EVIDENCE, {"sentence": excerpt}
        elif not sentence.cited:
            yield _CITE, {"sentence": excerpt}
        else:
            reasons = " ".join(
                _render(reason.message, reason.params, language) for reason in sentence.why
            )
            yield _CORRECT, {"sentence": excerpt, "why": reasons}


def _render(message: str, params: Mapping[str, str | int | float], language: str) -> str:
    wording = _ZH.__getitem__ if language == "zh" else str
    return Sentence(message, params).translate(wording)


def _excerpt(sentence: str) -> str:
    text = sentence.strip()
    return text if len(text) <= _EXCERPT else text[:_EXCERPT] + "…"
