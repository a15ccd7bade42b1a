"""Schedule questions over depths and context lengths (source 003, "DepthScheduler")."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from numbers import Integral
from typing import Any, ClassVar

from core.errors import InputError
from core.questions import Question

DEPTH_BINS = (0.0, 0.25, 0.50, 0.75, 1.0)
DEPTH_LABELS = ("0%", "25%", "50%", "75%", "100%")
DEFAULT_LENGTHS = (32_000, 64_000, 128_000, 200_000)
"""Context lengths in tokens, from source 003's example."""

AnyQuestion = Question | Mapping[str, Any]


class DepthMode(StrEnum):
    """How depths are assigned.

    LEGACY: the first tokens of the novel, without a depth (reading 60). UNIFORM: each question
    once per length, with the depths in turn. FIXED: one depth. CROSSED: every question at every
    depth and length, so that depth is not confounded with the difficulty of questions.
    """

    LEGACY = "legacy"
    UNIFORM = "uniform"
    FIXED = "fixed"
    CROSSED = "crossed"

    @classmethod
    def named(cls, name: str) -> "DepthMode":
        """Return the mode with this name. Raises InputError for an unknown name."""
        try:
            return cls(name.strip().lower())
        except ValueError:
            raise InputError(
                "Unknown depth mode {mode}. Choose one of: {known}.",
                mode=name,
                known=", ".join(cls),
            ) from None


@dataclass(frozen=True, slots=True)
class DepthAssignment:
    """One scheduled question. `target_depth` in [0, 1] and the label of its bin are None in legacy
    mode; `context_length` is in tokens.
    """

    question_index: int
    target_depth: float | None
    depth_bin: str | None
    context_length: int


def depth_label(depth: float) -> str:
    """Return the label of the nearest bin; halfway rounds up."""
    return DEPTH_LABELS[min(4, int(depth * 4 + 0.5))]


class DepthScheduler:
    """Assigns depths and lengths; the same arguments give the same assignments.

    Args:
        mode: how depths are assigned.
        fixed_depth: in [0, 1]; only and always for the mode fixed.
        context_lengths: in tokens, without duplicates; DEFAULT_LENGTHS when not given.

    Raises InputError naming the invalid argument.
    """

    DEPTH_BINS: ClassVar[list[float]] = list(DEPTH_BINS)
    DEPTH_LABELS: ClassVar[list[str]] = list(DEPTH_LABELS)

    def __init__(
        self,
        mode: DepthMode | str,
        fixed_depth: float | None = None,
        context_lengths: Sequence[int] | None = None,
    ) -> None:
        self.mode = DepthMode.named(mode)
        self.fixed_depth = _checked_depth(self.mode, fixed_depth)
        self.context_lengths = _checked_lengths(
            DEFAULT_LENGTHS if context_lengths is None else context_lengths
        )

    def schedule(self, questions: Sequence[AnyQuestion]) -> list[DepthAssignment]:
        """Return the assignments, length by length, each with the questions in their order."""
        match self.mode:
            case DepthMode.UNIFORM:
                return self._schedule_uniform(questions, self.context_lengths)
            case DepthMode.FIXED:
                return self._schedule_fixed(questions, self.context_lengths)
            case DepthMode.CROSSED:
                return list(self._crossed(questions))
        return [
            DepthAssignment(index, None, None, length)
            for length in self.context_lengths
            for index in range(len(questions))
        ]

    def _schedule_uniform(
        self, questions: Sequence[AnyQuestion], context_lengths: Sequence[int]
    ) -> list[DepthAssignment]:
        """Assign question i of N at the length with index l to bin (l * N + i) mod 5 (reading 50).

        Bin counts differ by at most 1 within every length and overall (property 4).
        """
        n = len(questions)
        return [
            self._in_bin(index, (length_index * n + index) % len(DEPTH_BINS), length)
            for length_index, length in enumerate(context_lengths)
            for index in range(n)
        ]

    def _schedule_fixed(
        self, questions: Sequence[AnyQuestion], context_lengths: Sequence[int]
    ) -> list[DepthAssignment]:
        depth = self.fixed_depth
        label = None if depth is None else depth_label(depth)
        return [
            DepthAssignment(index, depth, label, length)
            for length in context_lengths
            for index in range(len(questions))
        ]

    def _crossed(self, questions: Sequence[AnyQuestion]) -> Iterator[DepthAssignment]:
        for length in self.context_lengths:
            for bin_index in range(len(DEPTH_BINS)):
                for index in range(len(questions)):
                    yield self._in_bin(index, bin_index, length)

    def _in_bin(self, index: int, bin_index: int, length: int) -> DepthAssignment:
        return DepthAssignment(index, DEPTH_BINS[bin_index], DEPTH_LABELS[bin_index], length)


def _checked_depth(mode: DepthMode, depth: float | None) -> float | None:
    if mode is DepthMode.FIXED and depth is None:
        raise InputError("The mode fixed needs a depth. Set one from 0 to 1.", field="fixed_depth")
    if mode is not DepthMode.FIXED and depth is not None:
        raise InputError(
            "Only the mode fixed takes a depth. Remove the depth or choose that mode.",
            field="fixed_depth",
        )
    if depth is not None and not 0.0 <= depth <= 1.0:
        raise InputError(
            "The depth {depth} is out of range. Use a value from 0 to 1.",
            field="fixed_depth",
            depth=depth,
        )
    return depth


def _checked_lengths(lengths: Sequence[int]) -> tuple[int, ...]:
    untyped: object = lengths  # untyped callers may pass anything
    if isinstance(untyped, str | bytes) or not isinstance(untyped, Iterable):
        raise InputError(
            "The context lengths {given} are not a list. Write a list such as [32000].",
            field="context_lengths",
            given=repr(untyped),
        )
    lengths = list(lengths)
    for length in lengths:
        if isinstance(length, bool) or not isinstance(length, Integral):
            raise InputError(
                "The context length {length} is not a whole number. Use a number of tokens, such "
                "as 32000.",
                field="context_lengths",
                length=repr(length),
            )
    if not lengths:
        raise InputError("No context length given. Enter at least one.", field="context_lengths")
    if too_small := [length for length in lengths if length < 1]:
        raise InputError(
            "The context length {length} is out of range. Use at least 1 token.",
            field="context_lengths",
            length=too_small[0],
        )
    if len(set(lengths)) < len(lengths):
        raise InputError("A context length appears twice. Keep one.", field="context_lengths")
    return tuple(int(length) for length in lengths)
