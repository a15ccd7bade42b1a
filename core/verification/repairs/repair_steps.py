"""Steps of a repair: verified changes and requests for a rewrite (source 001, section 5)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from core.errors import Sentence
from core.verification.candidate import Candidate, Claims
from core.verification.findings import Code
from core.verification.model_source import ModelSource, Unanswered
from core.verification.repairs.text_edits import TextChange, diff
from core.verification.verdict import Verdict
from core.verification.verify import Verification


class RepairKind(StrEnum):
    """Kinds in the order of the steps: section 5's, with a policy's own steps between."""

    REMOVE_URLS = "remove_urls"
    REMOVE_WORDS = "remove_words"
    REMOVE_CLAIMS = "remove_claims"
    REPLACE_WORDS = "replace_words"
    REMOVE_PRICES = "remove_prices"
    CLEAN_MARKS = "clean_marks"
    TRUNCATE = "truncate_to"
    REGENERATE = "regenerate"


@dataclass(frozen=True, slots=True)
class RewriteRequest:
    """The constraints of a rewrite.

    `clear` are the codes to clear and `problems` what they say of this text; `wrong` is what kept
    an earlier try from being used. `avoid` names claims to remove, events with the phrases that
    make them; `claims` are those that may stay, and `items` what the catalogue says of the items.
    `words` must not be used. Lengths are in length units, of which a word in Latin letters has
    `word_units`.
    """

    item: str
    text: str
    locale: str
    channel: str
    clear: tuple[Code, ...]
    problems: tuple[Sentence, ...]
    wrong: tuple[Sentence, ...]
    avoid: tuple[str, ...]
    claims: Claims
    items: tuple[str, ...]
    words: tuple[str, ...]
    max_length: int | None
    min_length: int
    word_units: int
    max_exclamations: int
    max_emoji: int
    links: bool
    prices: bool


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A rewritten copy and the model asked; `text` is None where it leaves the copy to a person."""

    text: str | None
    asked: ModelSource


class Rewriter(Protocol):
    """Rewrites a copy, such as a model. Raises DeskError when it cannot."""

    def rewrite(self, request: RewriteRequest) -> Rewriting: ...


@dataclass(frozen=True)
class Repair:
    """One step and its verification.

    `after` is None where only a writer could make the change; `said` tells why. Such a step was not
    made, and is no failed repair. `used` is False for a text that is shown but never suggested, as
    one that scores worse than the text before it. `asked` is the model that wrote, and `unanswered`
    what kept it from writing. `cleared` and `raised` compare what both verifications checked;
    `uncovered` are codes that the one before never checked, since a hard violation ended it.
    """

    kind: RepairKind
    before: Candidate
    said: Sentence
    after: Candidate | None = None
    verified: Verification | None = None
    cleared: tuple[Code, ...] = ()
    raised: tuple[Code, ...] = ()
    uncovered: tuple[Code, ...] = ()
    claims: tuple[str, ...] = ()
    truncate_to: int | None = None
    asked: ModelSource | None = None
    unanswered: Unanswered | None = None
    used: bool = True

    def translate(self, translate: Callable[[str], str]) -> str:
        """The step's message in the reader's language, with what kept a writer from writing."""
        message = self.said
        if self.unanswered is not None:
            message = Sentence(
                message.message, {"cause": self.unanswered.said.translate(translate)}
            )
        return message.translate(translate)

    @property
    def is_allowed(self) -> bool:
        """Whether its text can be sent as it is."""
        return self.used and self.verified is not None and self.verified.verdict is Verdict.ALLOW

    @property
    def diff(self) -> tuple[TextChange, ...]:
        return diff(self.before.text, self.after.text) if self.after else ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "before": self.before.text,
            "after": self.after.text if self.after else None,
            "said": {"message": self.said.message, "params": dict(self.said.params)},
            "diff": [list(change) for change in self.diff],
            "verdict": self.verified.verdict.value if self.verified else None,
            "verified": self.verified.to_dict() if self.verified else None,
            "cleared": [code.value for code in self.cleared],
            "raised": [code.value for code in self.raised],
            "uncovered": [code.value for code in self.uncovered],
            "claims": list(self.claims),
            "truncate_to": self.truncate_to,
            "asked": self.asked.to_dict() if self.asked else None,
            "unanswered": self.unanswered.to_dict() if self.unanswered else None,
            "used": self.used,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], before: Candidate) -> "Repair":
        """The step that `to_dict` stored, on the candidate that it began with."""
        verified = Verification.from_dict(data["verified"]) if data["verified"] else None
        return cls(
            RepairKind(data["kind"]),
            before,
            Sentence.stored(data["said"]),
            after=verified.candidate if verified else None,
            verified=verified,
            cleared=tuple(map(Code, data["cleared"])),
            raised=tuple(map(Code, data["raised"])),
            uncovered=tuple(map(Code, data["uncovered"])),
            claims=tuple(data["claims"]),
            truncate_to=data["truncate_to"],
            asked=ModelSource(**data["asked"]) if data.get("asked") else None,
            unanswered=Unanswered.from_dict(data["unanswered"]) if data.get("unanswered") else None,
            used=data.get("used", True),
        )


@dataclass(frozen=True)
class Fix:
    """Section 5's `fix` and the steps behind it, each on the text that the step before left."""

    repairs: tuple[Repair, ...] = ()

    @classmethod
    def from_dicts(cls, steps: Iterable[Mapping[str, Any]], candidate: Candidate) -> "Fix":
        """The fix of the steps' `to_dict`, the first of which began with `candidate`."""
        repairs: list[Repair] = []
        for step in steps:
            repairs.append(Repair.from_dict(step, candidate))
            candidate = (repairs[-1].after if repairs[-1].used else None) or candidate
        return cls(tuple(repairs))

    @property
    def remove_urls(self) -> bool:
        return any(repair.kind is RepairKind.REMOVE_URLS for repair in self.repairs)

    @property
    def remove_claims(self) -> tuple[str, ...]:
        steps = (step for step in self.repairs if step.kind is RepairKind.REMOVE_CLAIMS)
        return tuple(claim for step in steps for claim in step.claims)

    @property
    def truncate_to(self) -> int | None:
        return next((step.truncate_to for step in self.repairs if step.truncate_to), None)

    @property
    def regenerate(self) -> bool:
        return any(repair.kind is RepairKind.REGENERATE for repair in self.repairs)

    @property
    def unanswered(self) -> Unanswered | None:
        """What kept a writer from writing: the fix is then unfinished, not failed."""
        return next((step.unanswered for step in self.repairs if step.unanswered), None)

    @property
    def suggestion(self) -> Verification | None:
        """The last usable text of a step, as it was verified; None where there is none."""
        verified = (step.verified for step in reversed(self.repairs) if step.verified and step.used)
        return next(verified, None)

    @property
    def offered(self) -> Verification | None:
        """A suggestion that is allowed as it is; any other one needs a person."""
        suggestion = self.suggestion
        return (
            suggestion if suggestion is not None and suggestion.verdict is Verdict.ALLOW else None
        )

    @property
    def needs_person(self) -> bool:
        """Whether something needs repair and no text can be sent as it is."""
        return bool(self.repairs) and self.offered is None

    @property
    def suggested_text(self) -> str | None:
        return self.suggestion.candidate.text if self.suggestion else None
