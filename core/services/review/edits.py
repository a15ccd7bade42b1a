"""A correction in hand: what an editor shows, kept in the database until it is decided."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.questions import Question
from core.services.access import Right, demand
from core.services.review.corrections import Correction
from core.services.review.reviewers import reviewer_id
from core.services.review.revisions import RevisionEvidence
from db.engine import writing
from db.queries import corrections as queries


@dataclass(frozen=True, slots=True)
class Option:
    letter: str
    text: str
    right: bool = False


@dataclass(frozen=True, slots=True)
class Edit:
    """A question as somebody is changing it; it need not make sense yet.

    `quote` is what was typed to be looked up, `evidence` where it was found: half-open characters
    of the text. What becomes of the options' order becomes of their letters: the right ones stay
    right. `comment` and `reasons` are those of the decision to come.
    """

    question: str
    question_type: str
    options: tuple[Option, ...]
    quote: str = ""
    evidence: tuple[int, int] | None = None
    comment: str = ""
    reasons: tuple[str, ...] = ()

    @classmethod
    def from_question(
        cls, question: Question, evidence: RevisionEvidence | None = None, comment: str = ""
    ) -> "Edit":
        """What an edit of this question begins with."""
        return cls(
            question=question.question,
            question_type=question.question_type.value,
            options=tuple(
                Option(letter, text, letter in question.answer)
                for letter, text in question.choice.items()
            ),
            quote=evidence.text if evidence else "",
            evidence=(evidence.start, evidence.end) if evidence else None,
            comment=comment,
        )

    @property
    def answer(self) -> list[str]:
        return [option.letter for option in self.options if option.right]

    def asks_as(self, other: "Edit") -> bool:
        """Whether both would make the same question, whatever is said about it."""
        return replace(self, comment=other.comment, reasons=other.reasons) == other

    @property
    def can_add(self) -> bool:
        return len(self.options) < len(ascii_lowercase)

    def answered(self, letters: Collection[str]) -> "Edit":
        right = (replace(option, right=option.letter in letters) for option in self.options)
        return replace(self, options=tuple(right))

    def reworded(self, number: int, text: str) -> "Edit":
        """With another text for the option `number`, from 0."""
        options = list(self.options)
        options[number] = replace(options[number], text=text)
        return replace(self, options=tuple(options))

    def added(self) -> "Edit":
        """With one more option, still empty."""
        return self._in_order([*self.options, Option("", "")])

    def removed(self, number: int) -> "Edit":
        return self._in_order([*self.options[:number], *self.options[number + 1 :]])

    def moved_up(self, number: int) -> "Edit":
        """With the option before the one it stood behind."""
        options = list(self.options)
        options[number - 1], options[number] = options[number], options[number - 1]
        return self._in_order(options)

    def _in_order(self, options: list[Option]) -> "Edit":
        """Letters follow the order; where none but the last changed they stay as they were."""
        lettered = (
            replace(option, letter=letter)
            for option, letter in zip(options, ascii_lowercase, strict=False)
        )
        return replace(self, options=tuple(lettered))

    @property
    def correction(self) -> Correction:
        """Raises nothing: whether it can be stored is said by `checked`."""
        return Correction(
            question=self.question,
            question_type=self.question_type,
            choice={option.letter: option.text for option in self.options},
            answer=self.answer,
            evidence=self.evidence,
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "question": self.question,
            "question_type": self.question_type,
            "options": [[one.letter, one.text, one.right] for one in self.options],
            "quote": self.quote,
            "evidence": list(self.evidence) if self.evidence else None,
            "comment": self.comment,
            "reasons": list(self.reasons),
        }

    @classmethod
    def from_dict(cls, stored: dict[str, Any]) -> "Edit":
        evidence = stored["evidence"]
        return cls(
            question=stored["question"],
            question_type=stored["question_type"],
            options=tuple(Option(*option) for option in stored["options"]),
            quote=stored["quote"],
            evidence=(evidence[0], evidence[1]) if evidence else None,
            comment=stored["comment"],
            reasons=tuple(stored.get("reasons", ())),  # a draft from before they were kept
        )


def edit_in_hand(engine: Engine, item_id: int, reviewer: str) -> Edit | None:
    """What the reviewer has begun and neither stored nor thrown away."""
    with Session(engine) as session:
        stored = queries.draft(session, item_id, reviewer)
    return Edit.from_dict(stored) if stored else None


def keep_edit(engine: Engine, item_id: int, reviewer: str, edit: Edit) -> None:
    """Keeps it in place of what was kept before; a decision on the item takes it away."""
    demand(engine, Right.REVIEW)
    by = reviewer_id(engine, reviewer)
    with writing(engine) as session:
        queries.put_draft(session, item_id, by, edit.to_dict())


def discard_edit(engine: Engine, item_id: int, reviewer: str) -> None:
    demand(engine, Right.REVIEW)
    by = reviewer_id(engine, reviewer)
    with writing(engine) as session:
        queries.forget(session, by, [item_id])
