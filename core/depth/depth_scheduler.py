"""Which question is asked at which depth and length (source 003, "DepthScheduler")."""

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
"""Tokens; those of the source's example."""

AnyQuestion = Question | Mapping[str, Any]


class DepthMode(StrEnum):
    """legacy: the first tokens of the novel, no depth (reading 60). uniform: each question once a
    length, the depths in turn. fixed: one depth. crossed: every question at every depth and length,
    so that depth is not mixed with the questions' difficulty.
    """

    LEGACY = "legacy"
    UNIFORM = "uniform"
    FIXED = "fixed"
    CROSSED = "crossed"

    @classmethod
    def named(cls, name: str) -> "DepthMode":
        """Raises InputError for a name that is none."""
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
    """`target_depth` in [0, 1] and its bin's label, None in legacy; `context_length` in tokens."""

    question_index: int
    target_depth: float | None
    depth_bin: str | None
    context_length: int


def depth_label(depth: float) -> str:
    """The label of the nearest bin; halfway counts up."""
    return DEPTH_LABELS[min(4, int(depth * 4 + 0.5))]


class DepthScheduler:
    """Assigns depths and lengths; the same arguments give the same assignments.

    Args:
        mode: how depths are assigned.
        fixed_depth: in [0, 1]; for the mode fixed and no other.
        context_lengths: in tokens, each once; DEFAULT_LENGTHS when not given.

    Raises InputError naming the argument that makes no sense.
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
        """One length after the other, the questions in their order within it."""
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
        """Bin counts differ by at most 1 within every length and over all (property 4): question i
        of the length with index l takes bin (l * N + i) mod 5 (reading 50).
        """
        n = len(questions)
        return [
            self._in_bin(index, (at * n + index) % len(DEPTH_BINS), length)
            for at, length in enumerate(context_lengths)
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
            for number in range(len(DEPTH_BINS)):
                for index in range(len(questions)):
                    yield self._in_bin(index, number, length)

    def _in_bin(self, index: int, number: int, length: int) -> DepthAssignment:
        return DepthAssignment(index, DEPTH_BINS[number], DEPTH_LABELS[number], length)


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
    given: object = lengths  # by callers without types
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InputError(
            "The context lengths {given} are not a list. Write a list such as [32000].",
            field="context_lengths",
            given=repr(given),
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
    if wrong := [length for length in lengths if length < 1]:
        raise InputError(
            "The context length {length} is out of range. Use at least 1 token.",
            field="context_lengths",
            length=wrong[0],
        )
    if len(set(lengths)) < len(lengths):
        raise InputError("A context length appears twice. Keep one.", field="context_lengths")
    return tuple(int(length) for length in lengths)
