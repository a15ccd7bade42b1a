"""Drafts of corrections: the content of an editor, stored until the question is decided."""

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
from db import writing
from db.queries import corrections as queries


@dataclass(frozen=True, slots=True)
class Option:
    """An answer option; `right`: it is part of the label."""

    letter: str
    text: str
    right: bool = False


@dataclass(frozen=True, slots=True)
class Edit:
    """A question while it is being edited; it may be incomplete or invalid.

    `quote`: what was typed to be looked up; `evidence`: where it was found, characters [start, end)
    of the text. Letters follow the options' order; correct options stay correct when moved.
    `comment` and `reasons`: those of the decision to come.
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
        """Build the initial edit of a question."""
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
        """Letters of the correct options."""
        return [option.letter for option in self.options if option.right]

    def asks_as(self, other: "Edit") -> bool:
        """Whether both would store the same question, whatever their comments and reasons."""
        return replace(self, comment=other.comment, reasons=other.reasons) == other

    @property
    def can_add(self) -> bool:
        """Whether there is a letter left for another option."""
        return len(self.options) < len(ascii_lowercase)

    def answered(self, letters: Collection[str]) -> "Edit":
        """Return a copy in which exactly these options are correct."""
        right = (replace(option, right=option.letter in letters) for option in self.options)
        return replace(self, options=tuple(right))

    def reworded(self, number: int, text: str) -> "Edit":
        """Return a copy with another text for option `number` (from 0)."""
        options = list(self.options)
        options[number] = replace(options[number], text=text)
        return replace(self, options=tuple(options))

    def added(self) -> "Edit":
        """Return a copy with an empty option appended."""
        return self._in_order([*self.options, Option("", "")])

    def removed(self, number: int) -> "Edit":
        """Return a copy without option `number` (from 0)."""
        return self._in_order([*self.options[:number], *self.options[number + 1 :]])

    def moved_up(self, number: int) -> "Edit":
        """Return a copy with option `number` (from 0) moved up by one."""
        options = list(self.options)
        options[number - 1], options[number] = options[number], options[number - 1]
        return self._in_order(options)

    def _in_order(self, options: list[Option]) -> "Edit":
        """Return a copy with these options, lettered in their order."""
        lettered = (
            replace(option, letter=letter)
            for option, letter in zip(options, ascii_lowercase, strict=False)
        )
        return replace(self, options=tuple(lettered))

    @property
    def correction(self) -> Correction:
        """The edit as a correction, unchecked: `checked` tells whether it can be stored."""
        return Correction(
            question=self.question,
            question_type=self.question_type,
            choice={option.letter: option.text for option in self.options},
            answer=self.answer,
            evidence=self.evidence,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the edit as the stored draft."""
        return {
            "question": self.question,
            "question_type": self.question_type,
            "options": [[option.letter, option.text, option.right] for option in self.options],
            "quote": self.quote,
            "evidence": list(self.evidence) if self.evidence else None,
            "comment": self.comment,
            "reasons": list(self.reasons),
        }

    @classmethod
    def from_dict(cls, stored: dict[str, Any]) -> "Edit":
        """Read a stored draft."""
        evidence = stored["evidence"]
        return cls(
            question=stored["question"],
            question_type=stored["question_type"],
            options=tuple(Option(*option) for option in stored["options"]),
            quote=stored["quote"],
            evidence=(evidence[0], evidence[1]) if evidence else None,
            comment=stored["comment"],
            reasons=tuple(stored.get("reasons", ())),  # missing in drafts stored by older versions
        )


def unsaved_edit(engine: Engine, item_id: int, reviewer: str) -> Edit | None:
    """Return the reviewer's draft of the item; None without one."""
    with Session(engine) as session:
        stored = queries.draft(session, item_id, reviewer)
    return Edit.from_dict(stored) if stored else None


def keep_edit(engine: Engine, item_id: int, reviewer: str, edit: Edit) -> None:
    """Store the reviewer's draft, replacing an earlier one; a decision on the item deletes it."""
    demand(engine, Right.REVIEW)
    actor_id = reviewer_id(engine, reviewer)
    with writing(engine) as session:
        queries.put_draft(session, item_id, actor_id, edit.to_dict())


def discard_edit(engine: Engine, item_id: int, reviewer: str) -> None:
    """Delete the reviewer's draft of the item."""
    demand(engine, Right.REVIEW)
    actor_id = reviewer_id(engine, reviewer)
    with writing(engine) as session:
        queries.delete_drafts(session, actor_id, [item_id])
