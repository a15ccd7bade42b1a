"""The offline evaluator: rules over citations, quotes and support; it understands nothing.

No rule can tell whether the structure of an answer is muddled (source 004, 合理性检查失败), nor see
a contradiction in other words: that takes a model.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from core.answer_loop.contradictions import contradictions
from core.answer_loop.evaluation import PREFIXES, Evaluation, EvaluationDimension, EvaluationRecord
from core.errors import Sentence
from core.evidence_gate.assertions.answer_type import AnswerType, without_where_from
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
from core.evidence_gate.evidence import Evidence
from core.text.language.sentences import sentence_spans
from core.text.language.units import units
from core.text.normalise import normal_form
from core.text.retrieval.coverage import Coverage
from core.text.retrieval.index_terms import index_terms

ON_THE_QUESTION = 0.2
"""Of the question's units, the share that an answer or what it cites must name."""

ANSWERS_IT = 0.2
"""Of the question, by rarity among the sentences of the evidence, the share that the claims of an
answer must cover themselves. Of the red team's twins the baseline covers 0.22 and more, with a
sentence beside the point 0.19.
"""

_THIN_BELOW = 0.45
"""Of the question, the share that cited evidence must cover for rules to pass an answer. The gate's
floor is lower: there a passage is only shown to a writer.
"""

_MOST = 8
_EXCERPT = 40

_EMPTY = "The answer is empty. Answer the question."
_OFF = "The answer does not speak of what is asked. Answer the question itself."
_BESIDE = (
    "What the answer claims covers {percent} % of the question, too little to answer it. "
    "Answer the question itself, or say what is not known."
)
_NOT_GIVEN = (
    "The question asks for a time or a number, and the answer gives none. "
    "Give it, or say that it is not known."
)
_CONTRADICTS = (
    "The sentence “{sentence}” says otherwise than “{against}”. Keep the one that is borne out."
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
    _OFF: "答案没有围绕问题展开，请直接回答所问的内容。",
    _BESIDE: (
        "答案的论断只涉及提问的 {percent}%，不足以回答。请直接回答所问的内容，或说明哪些信息不足。"
    ),
    _NOT_GIVEN: "提问要的是时间或数目，答案没有给出。请给出，或说明资料没有记载。",
    _CONTRADICTS: "句子“{sentence}”与“{against}”相矛盾。请只保留证据支持的一句。",
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
    """Judges what rules can see: whether the answer speaks of the question, and whether each claim
    cites evidence that holds its quotes, numbers and words (source 004, both dimensions).
    """

    name = "rules"
    model = "rules-1"
    is_rule = True

    async def evaluate(
        self, query: str, answer: str, evidence: Sequence[Evidence], *, language: str
    ) -> EvaluationRecord:
        spoken = "zh" if language.startswith("zh") else "en"
        suggestions = islice(_suggestions(query, answer, evidence, spoken), _MOST)
        return EvaluationRecord(Evaluation.from_suggestions(list(suggestions)))


def certain_faults(answer: str, evidence: Sequence[Evidence], language: str) -> tuple[str, ...]:
    """What is wrong whoever judges it: a claim where nothing was found (reading 37), and the mark
    of evidence that is not there.
    """
    there = {one.number for one in evidence}
    faults = []
    for one in sentence_support(answer, evidence):
        excerpt = _excerpt(one.text)
        missing = [number for number in one.cited if number not in there]
        if not evidence and one.is_claim:
            faults.append(_worded(_NO_EVIDENCE, {"sentence": excerpt}, language))
        elif missing:
            why = _worded(NOT_THERE, {"number": missing[0]}, language)
            faults.append(_worded(_CORRECT, {"sentence": excerpt, "why": why}, language))
    return tuple(
        f"{PREFIXES[language][EvaluationDimension.EVIDENCE]} {one}" for one in faults[:_MOST]
    )


def _suggestions(
    query: str, answer: str, evidence: Sequence[Evidence], language: str
) -> Iterator[str]:
    prefix = PREFIXES[language]
    sentences = sentence_support(answer, evidence)
    for message, said in _unreasonable(query, answer, evidence, sentences):
        yield f"{prefix[EvaluationDimension.REASONABLENESS]} {_worded(message, said, language)}"
    for message, said in _ungrounded(evidence, sentences, language):
        yield f"{prefix[EvaluationDimension.EVIDENCE]} {_worded(message, said, language)}"


_Said = tuple[str, Mapping[str, str | int | float]]


def _unreasonable(
    query: str,
    answer: str,
    evidence: Sequence[Evidence],
    sentences: Sequence[SentenceSupport],
) -> Iterator[_Said]:
    bare = without_marks(answer).strip()
    if not bare:
        yield _EMPTY, {}
        return
    cited = {number for one in sentences for number in one.cited}
    beside = " ".join(one.text for one in evidence if one.number in cited)
    if not says_nothing_is_known(bare) and not _speaks_of(query, f"{bare} {beside}"):
        yield _OFF, {}
    claimed = [one.text for one in sentences if one.is_claim]
    if claimed and not says_nothing_is_known(bare):
        yield from _beside_the_point(query, claimed, evidence)
    for sentence, against in contradictions(claimed):
        yield _CONTRADICTS, {"sentence": _excerpt(sentence), "against": _excerpt(against)}
    seen = set[str]()
    for one in marked_sentences(answer):
        said = normal_form(one.text)
        if said and said in seen:
            yield _REPEATS, {"sentence": _excerpt(one.text)}
        seen.add(said)


def _beside_the_point(
    query: str, claimed: Sequence[str], evidence: Sequence[Evidence]
) -> Iterator[_Said]:
    """A passage may speak of the question where the sentence taken from it does not: what is
    claimed must cover the question itself, and have what is asked for.
    """
    said = without_source_named(" ".join(claimed))
    sentences = [one.text[slice(*span)] for one in evidence for span in sentence_spans(one.text)]
    known = Counter(term for one in sentences for term in set(index_terms(one)))
    asked = Coverage.from_query(without_where_from(query), known, len(sentences))
    share = asked.share(said, frozenset(index_terms(said)))
    if evidence and share < ANSWERS_IT:
        yield _BESIDE, {"percent": round(100 * share)}
    elif not AnswerType.from_query(query).may_be_in(said):
        yield _NOT_GIVEN, {}


def _speaks_of(query: str, said: str) -> bool:
    asked = {unit for unit, _ in units(normal_form(query))}
    there = {unit for unit, _ in units(normal_form(said))}
    return not asked or len(asked & there) / len(asked) >= ON_THE_QUESTION


def _ungrounded(
    evidence: Sequence[Evidence], sentences: Sequence[SentenceSupport], language: str
) -> Iterator[_Said]:
    """With nothing retrieved there is nothing to cite: an answer passes only if it claims nothing
    (reading 37). What covers too little of the question is no evidence for it (reading 28).
    """
    covered = {one.number: one.coverage for one in evidence}
    for one in sentences:
        if one.is_grounded:
            best = max((covered[number] for number in one.supporting), default=1.0)
            if one.is_claim and best < _THIN_BELOW:
                yield _THIN, {"sentence": _excerpt(one.text), "percent": round(100 * best)}
            continue
        excerpt = _excerpt(one.text)
        if not evidence:
            yield _NO_EVIDENCE, {"sentence": excerpt}
        elif not one.cited:
            yield _CITE, {"sentence": excerpt}
        else:
            why = " ".join(_worded(each.message, each.params, language) for each in one.why)
            yield _CORRECT, {"sentence": excerpt, "why": why}


def _worded(message: str, said: Mapping[str, str | int | float], language: str) -> str:
    return Sentence(message, said).worded(lambda text: _ZH[text] if language == "zh" else text)


def _excerpt(sentence: str) -> str:
    bare = sentence.strip()
    return bare if len(bare) <= _EXCERPT else bare[:_EXCERPT] + "…"
