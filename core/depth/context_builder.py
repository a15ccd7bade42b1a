"""Build contexts with a question's evidence at a chosen depth (source 003, `ContextBuilder`)."""

from collections.abc import Sequence
from typing import Literal

from core.depth.context_assembly import ContextAssembler
from core.depth.context_result import ContextBuildResult
from core.depth.evidence_target import AnyQuestion, EvidenceTarget, UnbuildableContext
from core.depth.fillers import FillerRing, chance_key, random_share, random_source
from core.depth.haystack import padded_span
from core.depth.haystack_cache import HaystackCache
from core.depth.layout_fitting import FillerRoom, equal_lengths
from core.depth.layouts import Layouts
from core.depth.leaks import LeakFinder
from core.depth.token_costs import TokenCosts
from core.errors import InputError
from core.questions import Question
from core.text import PreparedText, Span, TokenizedText, Tokenizer, load_tokenizer

Filler = Literal["random", "shared"]
FILLERS: tuple[Filler, ...] = ("random", "shared")
PADDING = 500
"""Tokens on either side of the evidence that stay with it."""

_ANY_LENGTH = 1 << 62
_MOST_ROOMS = 20_000

Narrowed = tuple[AnyQuestion, Span | None]
"""A question, and its evidence in characters of the novel if a validation found it."""


class ContextBuilder:
    """Builds contexts from one novel, for any question on it; safe to share between threads."""

    def __init__(
        self,
        tokenizer: Tokenizer,
        novel_tokens: Sequence[int],
        *,
        prepared: PreparedText | None = None,
        shared_by: Sequence[Narrowed] = (),
    ) -> None:
        """`shared_by`: the questions that get the same text with filler="shared".

        Raises InputError for tokens that the tokenizer does not have.
        """
        tokens = TokenizedText.from_tokens(novel_tokens, tokenizer)
        self._initialise(tokens, tokenizer, prepared, shared_by)

    @classmethod
    def from_tokens(
        cls,
        tokens: TokenizedText,
        tokenizer: Tokenizer | None = None,
        *,
        prepared: PreparedText | None = None,
        shared_by: Sequence[Narrowed] = (),
    ) -> "ContextBuilder":
        """Create a builder from the tokenised text, and the index, that a run already has."""
        builder = cls.__new__(cls)
        tokenizer = tokenizer or load_tokenizer(tokens.tokenizer_name)
        builder._initialise(tokens, tokenizer, prepared, shared_by)
        return builder

    def _initialise(
        self,
        tokens: TokenizedText,
        tokenizer: Tokenizer,
        prepared: PreparedText | None,
        shared_by: Sequence[Narrowed],
    ) -> None:
        self.tokens = tokens
        self._tokenizer = tokenizer
        self._costs = TokenCosts.from_tokens(tokens, tokenizer)
        leaks = LeakFinder(prepared or PreparedText.from_text(tokens.text))
        targets = [
            EvidenceTarget.from_question(question, evidence) for question, evidence in shared_by
        ]
        self._haystacks = HaystackCache(self._costs, tokenizer, leaks, targets)
        self.layouts = Layouts(self._haystacks, tokens.n_tokens)
        self._assembler = ContextAssembler.from_text(tokens.text, tokenizer)
        self._rooms: dict[
            tuple[int, Span | None, int, int, bool, bool], tuple[Question, FillerRoom]
        ] = {}

    def build_context(
        self,
        question: AnyQuestion,
        target_depth: float,
        context_length: int,
        padding_size: int = PADDING,
        *,
        filler: Filler = "random",
        seed: int = 0,
        evidence: Span | None = None,
    ) -> ContextBuildResult:
        """Build a context of `context_length` tokens with the evidence at `target_depth`.

        On success it is within 1% of the length and 5% of the depth (properties 1 and 2), with the
        evidence verbatim (3). `evidence`: the validator's passage, used instead of the position.
        The same arguments give the same context. If none can be built, the result says why.
        Raises InputError for arguments out of range.
        """
        _check(target_depth, context_length, padding_size, filler)
        shared = filler == "shared"
        first = self.shared_start(seed) if shared else None
        at_end = target_depth == 1.0
        try:
            room = self._room(
                question, evidence, context_length, padding_size, shared=shared, at_end=at_end
            )
            return self.layouts.first(room, target_depth, seed, first, self._assembler.context)
        except UnbuildableContext as failure:
            return failure.result

    def _room(
        self,
        question: AnyQuestion,
        evidence: Span | None,
        length: int,
        padding: int,
        *,
        shared: bool,
        at_end: bool,
    ) -> FillerRoom:
        """Return the room, cached for parsed questions, which are immutable, by their `id`. The
        cache keeps a reference to the question, so that no other object gets this `id`.
        """
        key = (id(question), evidence, length, padding, shared, at_end)
        cached = self._rooms.get(key)
        if cached is not None:
            return cached[1]
        target = EvidenceTarget.from_question(question, evidence)
        room = self.layouts.room(target, length, padding, shared=shared, at_end=at_end)
        if isinstance(question, Question):
            if len(self._rooms) >= _MOST_ROOMS:
                self._rooms.clear()
            self._rooms[key] = question, room
        return room

    def build_oracle(
        self,
        question: AnyQuestion,
        padding_size: int = PADDING,
        *,
        evidence: Span | None = None,
    ) -> ContextBuildResult:
        """Build the oracle control: the evidence with its padding and nothing else."""
        _check(0.0, 1, padding_size)
        target = EvidenceTarget.from_question(question, evidence)
        try:
            haystack = self._haystacks.get(target, _ANY_LENGTH, padding_size, shared=False)
        except UnbuildableContext as failure:
            return failure.result
        return self._assembler.evidence_alone(haystack)

    def build_filler_only(
        self,
        question: AnyQuestion,
        context_length: int,
        padding_size: int = PADDING,
        *,
        filler: Filler = "random",
        seed: int = 0,
        evidence: Span | None = None,
    ) -> ContextBuildResult:
        """Build a context without the evidence, to see what is answered anyway."""
        _check(0.0, context_length, padding_size, filler)
        shared = filler == "shared"
        first = self.shared_start(seed) if shared else None
        try:
            room = self._room(
                question, evidence, context_length, padding_size, shared=shared, at_end=False
            )
            return self._assembler.filler_alone(*self.layouts.without_evidence(room, seed, first))
        except UnbuildableContext as failure:
            return failure.result

    def longest_context(
        self,
        question: AnyQuestion | None = None,
        padding_size: int = PADDING,
        *,
        evidence: Span | None = None,
    ) -> int:
        """Return the tokens of the longest context: of the novel, or for one question, 0 if its
        evidence has no position.

        White space between two pieces is left out, so that a context may be a few tokens shorter.
        """
        if question is None:
            return self.tokens.n_tokens
        try:
            target = EvidenceTarget.from_question(question, evidence)
            return self._haystacks.get(target, _ANY_LENGTH, padding_size, shared=False).longest
        except UnbuildableContext:
            return 0

    def shared_start(self, seed: int) -> int:
        """Return the sentence that shared filler begins with. It is the same for all depths and
        lengths, so that only the evidence moves within the same text.
        """
        return random_share(len(self._costs), random_source(0, seed, 0.0, 0))

    def _extract_evidence(
        self, start_pos: int, end_pos: int, padding: int
    ) -> tuple[list[int], int, int]:
        """Return (tokens, first, last): the tokens [first, last) with the padded evidence."""
        block = padded_span(self.tokens.span(start_pos, end_pos), padding, self._costs)
        first = self.tokens.token_at(block.start)
        last = first + self.tokens.tokens_between(block)
        return self._ids(first, last), first, last

    def _get_filler_tokens(self, length: int, exclude_start: int, exclude_end: int) -> list[int]:
        """Return about `length` tokens of random passages, none in [exclude_start, exclude_end)."""
        ring = FillerRing.avoiding(self._costs, [self.tokens.span(exclude_start, exclude_end)])
        if not ring.total:
            return []
        chance = random_source(chance_key(exclude_end, length), exclude_start, 0.0, 0)
        start = ring.at(random_share(ring.total, chance))
        pieces, _, _ = ring.take(start, start, length, exactly=True, last=True)
        token_ids: list[int] = []
        for piece in pieces:
            first = self.tokens.token_at(piece.start)
            token_ids += self._ids(first, first + self.tokens.tokens_between(piece))
        return token_ids

    def _ids(self, first: int, last: int) -> list[int]:
        ids = self.tokens.tokens
        if ids is None:
            return self._tokenizer.encode(self.tokens.slice(first, last))
        return [int(token) for token in ids[first:last]]


def lengths_that_fit(n_tokens: int, lengths: Sequence[int]) -> list[int]:
    """Return the context lengths that a novel of `n_tokens` can fill (reading 49).

    This is known before any paid call; cells of the other lengths are unavailable.
    """
    return [length for length in lengths if n_tokens >= length or equal_lengths(n_tokens, length)]


def _check(depth: float, length: int, padding: int, filler: str = FILLERS[0]) -> None:
    if not 0.0 <= depth <= 1.0:
        raise InputError(
            "The depth {depth} is out of range. Use a value from 0 to 1.",
            field="target_depth",
            depth=depth,
        )
    if length < 1:
        raise InputError(
            "The context length {length} is too small. Use at least 1 token.",
            field="context_length",
            length=length,
        )
    if padding < 0:
        raise InputError(
            "The padding {padding} is out of range. Use 0 tokens or more.",
            field="padding_size",
            padding=padding,
        )
    if filler not in FILLERS:
        raise InputError(
            "Unknown filler {filler!r}. Choose random or shared.", field="filler", filler=filler
        )
