"""Answers a question by where its words and its options' words stand together.

No model, and nothing learnt but the few constants below. A question points at a place: the
sentences that hold most of its terms, rare terms counting more. An option is supported by the
share of its terms found at that place, less with each sentence of distance.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

import numpy as np
import numpy.typing as npt

from core.llm.lexical.choosing import choose
from core.llm.lexical.sentences import SentenceIndex, Term
from core.questions.question import QuestionType
from core.text.language.units import is_han, units

Numbers = npt.NDArray[np.float64]

# Chosen on one half of the texts named in docs/baseline.md, tested on the other half.
SINGLE_HAN, PAIR_HAN = 0.5, 1.0
SINGLE_WORD, PAIR_WORD = 1.0, 0.3
ASKED_ALREADY = 0.5
"""A term the question itself names says less about an option."""
NEIGHBOUR, REACH = 0.3, 2
"""What a place is worth one sentence away, and how many sentences it reaches."""
SPREAD_OUT = 0.6
"""Weight of terms found anywhere near the place; the rest is for terms in one sentence of it."""
QUESTION_IN_QUOTE = 0.2
SECOND_SENTENCE = 0.2
"""What a second sentence must add to be quoted with the first."""
UNITS_READ = 1_200
"""Of question and options together, evenly: a row that holds a whole page must not take a GB."""
ANSWERABLE = 0.1
"""Mean of the best option's score and of the question's share found in one sentence."""
HIGH, MEDIUM = 0.3, 0.05
"""Lead of the choice over the options left out, in score."""


@dataclass(frozen=True, slots=True)
class LexicalAnswer:
    """Letters chosen, the quote they rest on (text of the context, word for word) and why.

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
    """Deterministic; options that score alike are taken in their order."""
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
    """One question laid over one text: which of its terms stand in which sentence."""

    def __init__(self, question: str, choice: Mapping[str, str], index: SentenceIndex) -> None:
        self._index = index
        longest = UNITS_READ // (len(choice) + 1)
        self._asked = _terms(question, longest)
        self._options = {letter: _terms(text, longest) for letter, text in choice.items()}
        every = dict.fromkeys(self._asked)
        for option in self._options.values():
            every |= dict.fromkeys(option)
        self._row = {term: number for number, term in enumerate(every)}
        self._found = np.array([index.presence(term) for term in every], dtype=np.bool_)
        self._found = self._found.reshape(len(every), len(index))
        self._rarity = np.log1p((len(index) + 1) / (self._found.sum(axis=1) + 0.5))
        self._holders = Counter(term for option in self._options.values() for term in option)
        covered = self._covered(self._asked, self._found)
        self.question_covered = float(covered.max(initial=0.0))
        self._relevance = self._relative(covered)
        self._near = _spread(self._relevance)

    def support(self, letter: str) -> float:
        """In [0, 1]: how much of the option stands at the question's place, and how closely."""
        option = self._options[letter]
        if not option or not len(self._index):
            return 0.0
        weights = self._weights(option)
        found = self._found[self._rows(option)]
        spread_out = weights @ (found * self._near).max(axis=1) / weights.sum()
        together = (self._covered(option, self._found) * self._relevance**2).max()
        return min(1.0, float(SPREAD_OUT * spread_out + (1 - SPREAD_OUT) * together))

    def evidence(self, answer: Sequence[str]) -> str:
        """The sentence that holds most of question and answer; two where the second adds."""
        if not answer or not len(self._index):
            return ""
        alone = self._value(answer, self._found)
        paired = self._value(answer, self._found[:, :-1] | self._found[:, 1:])
        first = last = int(alone.argmax())
        if paired.max(initial=0.0) > alone[first] + SECOND_SENTENCE:
            first = int(paired.argmax())
            last = first + 1
        return self._index.quote(first, last)

    def _value(self, answer: Sequence[str], found: npt.NDArray[np.bool_]) -> Numbers:
        relevance = self._relative(self._covered(self._asked, found))
        options = [self._covered(self._options[letter], found) for letter in answer]
        return np.asarray(relevance * (QUESTION_IN_QUOTE + np.sum(options, axis=0)))

    def _relative(self, covered: Numbers) -> Numbers:
        """1 where the question is covered as well as by its best sentence, or by none."""
        if not self.question_covered:
            return np.ones_like(covered)
        return np.minimum(covered / self.question_covered, 1.0)

    def _covered(self, terms: Mapping[Term, float], found: npt.NDArray[np.bool_]) -> Numbers:
        """For every column of `found`, the share of the terms' weight that stands in it."""
        if not terms:
            return np.zeros(found.shape[1])
        weights = self._weights(terms)
        return np.asarray(weights @ found[self._rows(terms)] / weights.sum())

    def _weights(self, terms: Mapping[Term, float]) -> Numbers:
        """Rare terms count more; those of the question or of several options tell less."""
        kinds = np.array(list(terms.values()))
        if terms is not self._asked:
            kinds *= [ASKED_ALREADY if term in self._asked else 1.0 for term in terms]
            kinds /= np.sqrt([self._holders[term] for term in terms])
        return np.asarray(self._rarity[self._rows(terms)] * kinds)

    def _rows(self, terms: Mapping[Term, float]) -> list[int]:
        return [self._row[term] for term in terms]


def _terms(text: str, longest: int) -> dict[Term, float]:
    """The first units of a text and their pairs of neighbours, with the weight of their kind."""
    sequence = [unit for unit, _ in islice(units(text), longest)]
    terms = {Term(unit): SINGLE_HAN if is_han(unit) else SINGLE_WORD for unit in sequence}
    for first, second in pairwise(sequence):
        both_han = is_han(first) and is_han(second)
        terms[Term(first, second)] = PAIR_HAN if both_han else PAIR_WORD
    return terms


def _spread(relevance: Numbers) -> Numbers:
    """A place lends its neighbours a part of its relevance."""
    near = relevance.copy()
    for steps in range(1, min(REACH, len(relevance) - 1) + 1):
        lent = NEIGHBOUR**steps * relevance
        near[steps:] = np.maximum(near[steps:], lent[:-steps])
        near[:-steps] = np.maximum(near[:-steps], lent[steps:])
    return near
