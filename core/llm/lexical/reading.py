"""Answer a question by where its words and its options' words occur together.

No model, and nothing learnt but the few constants below. A question points at a place: the
sentences with most of its terms, rare terms counting more. An option is supported by the share of
its terms that occur at that place, less with each sentence of distance.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

import numpy as np
import numpy.typing as npt

from core.llm.lexical.choosing import choose
from core.llm.lexical.sentences import SentenceIndex, Term
from core.questions import QuestionType
from core.text.language import content_units, is_han

Numbers = npt.NDArray[np.float64]

# Chosen on one half of the texts named in docs/baseline.md, tested on the other half.
SINGLE_HAN, PAIR_HAN = 0.5, 1.0
SINGLE_WORD, PAIR_WORD = 1.0, 0.3
ASKED_ALREADY = 0.5
"""Factor for an option's term that the question has, too: it says less about the option."""
NEIGHBOUR, REACH = 0.3, 2
"""Share of its relevance that a place lends per sentence of distance, and how far it reaches."""
SPREAD_OUT = 0.6
"""Weight of terms anywhere near the place; the remainder is for terms in one sentence of it."""
QUESTION_IN_QUOTE = 0.2
"""Weight of the question's own terms beside the answer's when a quote is chosen."""
SECOND_SENTENCE = 0.2
"""What a second sentence must add to be quoted with the first."""
UNITS_READ = 1_200
"""Most units read, shared evenly by question and options: a page-long row must not take a GB."""
ANSWERABLE = 0.1
"""Least mean of the best option's score and the share of the question in one sentence."""
HIGH, MEDIUM = 0.3, 0.05
"""Confidence levels: least lead in score of the choice over the options left out."""


@dataclass(frozen=True, slots=True)
class LexicalAnswer:
    """The letters chosen, the quote they rest on (verbatim from the context) and the scores.

    `scores` and `question_covered` (the best sentence's share of the question's terms) lie in
    [0, 1].
    """

    answer: tuple[str, ...]
    evidence: str
    is_answerable: bool
    confidence: str
    scores: Mapping[str, float]
    question_covered: float


def read(
    question: str, choice: Mapping[str, str], question_type: QuestionType, index: SentenceIndex
) -> LexicalAnswer:
    """Answer a question from a text, deterministically; ties go by the options' order."""
    page = _Page(question, choice, index)
    scores = {letter: page.support(letter) for letter in choice}
    answer, lead = choose(question, choice, question_type, scores)
    best = max(scores.values(), default=0.0)
    return LexicalAnswer(
        answer=answer,
        evidence=page.evidence(answer),
        is_answerable=(page.question_covered + best) / 2 >= ANSWERABLE,
        confidence="high" if lead >= HIGH else "medium" if lead >= MEDIUM else "low",
        scores=scores,
        question_covered=page.question_covered,
    )


class _Page:
    """One question matched against one text: which of its terms occur in which sentence."""

    def __init__(self, question: str, choice: Mapping[str, str], index: SentenceIndex) -> None:
        self._index = index
        longest = UNITS_READ // (len(choice) + 1)
        self._asked = _terms(question, longest)
        self._options = {letter: _terms(text, longest) for letter, text in choice.items()}
        all_terms = dict.fromkeys(self._asked)
        for option in self._options.values():
            all_terms |= dict.fromkeys(option)
        self._row = {term: number for number, term in enumerate(all_terms)}
        self._present = np.array([index.presence(term) for term in all_terms], dtype=np.bool_)
        self._present = self._present.reshape(len(all_terms), len(index))
        self._rarity = np.log1p((len(index) + 1) / (self._present.sum(axis=1) + 0.5))
        self._holders = Counter(term for option in self._options.values() for term in option)
        covered = self._covered(self._asked, self._present)
        self.question_covered = float(covered.max(initial=0.0))
        self._relevance = self._relative(covered)
        self._near = _spread(self._relevance)

    def support(self, letter: str) -> float:
        """How much of the option occurs at the question's place, and how closely, in [0, 1]."""
        option = self._options[letter]
        if not option or not len(self._index):
            return 0.0
        weights = self._weights(option)
        present = self._present[self._rows(option)]
        spread_out = weights @ (present * self._near).max(axis=1) / weights.sum()
        together = (self._covered(option, self._present) * self._relevance**2).max()
        return min(1.0, float(SPREAD_OUT * spread_out + (1 - SPREAD_OUT) * together))

    def evidence(self, answer: Sequence[str]) -> str:
        """The sentence with most of question and answer; two if the second adds SECOND_SENTENCE."""
        if not answer or not len(self._index):
            return ""
        alone = self._value(answer, self._present)
        paired = self._value(answer, self._present[:, :-1] | self._present[:, 1:])
        first = last = int(alone.argmax())
        if paired.max(initial=0.0) > alone[first] + SECOND_SENTENCE:
            first = int(paired.argmax())
            last = first + 1
        return self._index.quote(first, last)

    def _value(self, answer: Sequence[str], present: npt.NDArray[np.bool_]) -> Numbers:
        relevance = self._relative(self._covered(self._asked, present))
        options = [self._covered(self._options[letter], present) for letter in answer]
        return np.asarray(relevance * (QUESTION_IN_QUOTE + np.sum(options, axis=0)))

    def _relative(self, covered: Numbers) -> Numbers:
        """Coverage relative to the best sentence's, at most 1; all 1 if no sentence covers any."""
        if not self.question_covered:
            return np.ones_like(covered)
        return np.minimum(covered / self.question_covered, 1.0)

    def _covered(self, terms: Mapping[Term, float], present: npt.NDArray[np.bool_]) -> Numbers:
        """For every column of `present`, the share of the terms' weight that occurs in it."""
        if not terms:
            return np.zeros(present.shape[1])
        weights = self._weights(terms)
        return np.asarray(weights @ present[self._rows(terms)] / weights.sum())

    def _weights(self, terms: Mapping[Term, float]) -> Numbers:
        """Weights of the terms: rare ones count more, those of question or several options less."""
        kinds = np.array(list(terms.values()))
        if terms is not self._asked:
            kinds *= [ASKED_ALREADY if term in self._asked else 1.0 for term in terms]
            kinds /= np.sqrt([self._holders[term] for term in terms])
        return np.asarray(self._rarity[self._rows(terms)] * kinds)

    def _rows(self, terms: Mapping[Term, float]) -> list[int]:
        return [self._row[term] for term in terms]


def _terms(text: str, longest: int) -> dict[Term, float]:
    """The first units of a text and their pairs of neighbours, with the weight of their kind."""
    sequence = [unit for unit, _ in islice(content_units(text), longest)]
    terms = {Term(unit): SINGLE_HAN if is_han(unit) else SINGLE_WORD for unit in sequence}
    for first, second in pairwise(sequence):
        both_han = is_han(first) and is_han(second)
        terms[Term(first, second)] = PAIR_HAN if both_han else PAIR_WORD
    return terms


def _spread(relevance: Numbers) -> Numbers:
    """Relevance to which each sentence's neighbours, up to REACH away, lend a part of theirs."""
    near = relevance.copy()
    for steps in range(1, min(REACH, len(relevance) - 1) + 1):
        lent = NEIGHBOUR**steps * relevance
        near[steps:] = np.maximum(near[steps:], lent[:-steps])
        near[:-steps] = np.maximum(near[:-steps], lent[steps:])
    return near
