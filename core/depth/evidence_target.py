"""The target of a context: the location of a question's evidence, and its answers."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.depth.context_result import ContextBuildResult, ContextWarning, NotBuilt
from core.errors import DeskError, Sentence
from core.questions import Question
from core.text import Span, TokenizedText

AnyQuestion = Question | Mapping[str, Any]


class UnbuildableContext(DeskError):
    """Raised where a question has no context of the requested kind; not an error of the caller."""

    def __init__(
        self,
        code: NotBuilt,
        message: str,
        /,
        *,
        warning: ContextWarning | None = None,
        fits: int | None = None,
        **params: object,
    ) -> None:
        super().__init__(message, **params)
        self.code = code
        self.warning = warning
        self.fits = fits

    @property
    def result(self) -> ContextBuildResult:
        return ContextBuildResult(
            success=False,
            warnings=(self.warning,) if self.warning else (),
            not_built=self.code,
            error=Sentence.from_error(self),
            fits=self.fits,
        )


class EvidenceTarget(NamedTuple):
    """The properties of a question that its contexts depend on; equal targets get equal contexts.

    `position`: its half-open token range in the novel, if any. `evidence`: the validator's
    passage, in characters of the novel (reading 47). `answers`: the texts of the correct options.
    """

    position: tuple[int, int] | None
    evidence: Span | None
    answers: tuple[str, ...]

    @classmethod
    def from_question(cls, question: AnyQuestion, evidence: Span | None) -> "EvidenceTarget":
        """Create a target from a parsed question or a row in source 000's format; invalid fields of
        a row are ignored.
        """
        if isinstance(question, Question):
            place, choice = question.position, question.choice
            answers = tuple([choice[letter] for letter in question.answer])
            position = (place.start_pos, place.end_pos) if place else None
            return cls(position, evidence, answers)
        return cls(_position(question.get("position")), evidence, _answers(question))

    def locate(self, tokens: TokenizedText) -> tuple[Span, Span | None, bool]:
        """Return the evidence, the passage it was narrowed from, and whether the position was
        clipped at the end of the novel. Raises UnbuildableContext where there is no evidence.
        """
        passage, clipped = self._passage(tokens)
        if self.evidence is None:
            if passage is None:
                raise UnbuildableContext(
                    NotBuilt.NO_POSITION,
                    "The question has no position. Add one, or validate it first to find its "
                    "evidence.",
                    warning=ContextWarning.NO_POSITION,
                )
            return passage, None, clipped
        if not self.evidence or self.evidence.end > len(tokens.text):
            raise UnbuildableContext(
                NotBuilt.POSITION_OUT_OF_RANGE,
                "The evidence at {start} to {end} lies outside the novel of {length} characters. "
                "Check that it belongs to this novel.",
                start=self.evidence.start,
                end=self.evidence.end,
                length=len(tokens.text),
            )
        return self.evidence, passage, clipped

    def _passage(self, tokens: TokenizedText) -> tuple[Span | None, bool]:
        if self.position is None:
            return None, False
        start, end = self.position
        if start >= tokens.n_tokens:
            if self.evidence is not None:
                return None, False
            raise UnbuildableContext(
                NotBuilt.POSITION_OUT_OF_RANGE,
                "The position starts at token {start}, but the novel has {n_tokens} tokens in "
                "{tokenizer}. Check that the questions belong to this novel and tokeniser.",
                start=start,
                n_tokens=tokens.n_tokens,
                tokenizer=tokens.tokenizer_name,
            )
        return tokens.span(start, min(end, tokens.n_tokens)), end > tokens.n_tokens


def _position(value: object) -> tuple[int, int] | None:
    """Return a half-open range of tokens, or None if the value is no valid range."""
    if not isinstance(value, Mapping):
        return None
    start, end = _whole_number(value.get("start_pos")), _whole_number(value.get("end_pos"))
    if start is None or end is None or not 0 <= start < end:
        return None
    return start, end


def _whole_number(number: object) -> int | None:
    """Return a whole number, or None; floats such as 500.0, as spreadsheets write them, count."""
    if isinstance(number, float) and number.is_integer():
        return int(number)
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def _answers(row: Mapping[str, Any]) -> tuple[str, ...]:
    choice, answer = row.get("choice"), row.get("answer")
    if not isinstance(choice, Mapping):
        return ()
    letters = answer if isinstance(answer, list | tuple) else [answer]
    texts = (choice.get(letter) for letter in letters if isinstance(letter, str))
    return tuple(text for text in texts if isinstance(text, str))
