"""Contexts that hold a question's evidence at a chosen depth (source 003, `ContextBuilder`)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from core.depth.asked import AnyQuestion, Asked, CannotBuild
from core.depth.context_result import ContextBuildResult, ContextWarning, NotBuilt, rebuild
from core.depth.cuts import JOINER, Cuts
from core.depth.fillers import Ring, Taken, chances, share_of
from core.depth.fitting import Cell, Fit, alone, as_long, at_depth, fitted
from core.depth.haystack import Haystack, padded
from core.depth.haystacks import Haystacks
from core.depth.leaks import LeakFinder
from core.errors import InputError, Sentence
from core.text import PreparedText, Span, TokenizedText, Tokenizer, load_tokenizer

Filler = Literal["random", "shared"]
FILLERS: tuple[Filler, ...] = ("random", "shared")
PADDING = 500
"""Tokens to either side of the evidence that stay with it."""

_WIDE = 0.1
_ANY_LENGTH = 1 << 62
# A context this short is tokenised to count it: there a token or two matter.
_COUNTED = 1_000
# How far a shared prefix may be from what the evidence's own length asks for.
_SHARED_DEPTH, _SHARED_LENGTH = 0.03, 0.006

Narrowed = tuple[AnyQuestion, Span | None]
"""A question and its evidence in characters of the novel, where a validation found it."""


class Plan(NamedTuple):
    """What a context is to be made of.

    `avoiding`: so many kinds of unwanted passages are not in it.
    """

    haystack: Haystack
    fit: Fit
    avoiding: int


class ContextBuilder:
    """Builds contexts out of one novel, for any question on it; threads may share it."""

    def __init__(
        self,
        tokenizer: Tokenizer,
        novel_tokens: Sequence[int],
        *,
        prepared: PreparedText | None = None,
        shared_by: Sequence[Narrowed] = (),
    ) -> None:
        """`shared_by`: the questions that filler="shared" is to be the same for.

        Raises InputError for tokens the tokenizer does not have.
        """
        tokens = TokenizedText.from_tokens(novel_tokens, tokenizer)
        self._begin(tokens, tokenizer, prepared, shared_by)

    @classmethod
    def of(
        cls,
        tokens: TokenizedText,
        tokenizer: Tokenizer | None = None,
        *,
        prepared: PreparedText | None = None,
        shared_by: Sequence[Narrowed] = (),
    ) -> "ContextBuilder":
        """Over the ruler, and the index, that a run already has."""
        builder = cls.__new__(cls)
        tokenizer = tokenizer or load_tokenizer(tokens.tokenizer_name)
        builder._begin(tokens, tokenizer, prepared, shared_by)
        return builder

    def _begin(
        self,
        tokens: TokenizedText,
        tokenizer: Tokenizer,
        prepared: PreparedText | None,
        shared_by: Sequence[Narrowed],
    ) -> None:
        self.tokens = tokens
        self._n_tokens = tokens.n_tokens
        self._tokenizer = tokenizer
        self._cuts = Cuts.of(tokens, tokenizer)
        leaks = LeakFinder(prepared or PreparedText.of(tokens.text))
        asked = [Asked.of(question, evidence) for question, evidence in shared_by]
        self._haystacks = Haystacks(self._cuts, tokenizer, leaks, asked)

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
        """The question's evidence at `target_depth` of a context of `context_length` tokens.

        On success within 1 % of the length and 5 % of the depth (properties 1 and 2), with the
        evidence verbatim (3). `evidence`: the validator's passage, used instead of the position.
        The same arguments give the same context. What cannot be built is said in the result;
        InputError is for arguments that make no sense.
        """
        _check(target_depth, context_length, padding_size, filler)
        try:
            asked = Asked.of(question, evidence)
            haystack = self._haystack(asked, context_length, padding_size, filler)
            plan = self._planned(haystack, target_depth, context_length, filler, seed)
            while plan is not None:
                result = self._assembled(plan, target_depth, context_length, padding_size)
                if result is not None:
                    return result
                plan = self._planned(haystack, target_depth, context_length, filler, seed, plan)
            raise _did_not_fit(haystack.longest, context_length)
        except CannotBuild as failure:
            return _failed(failure)

    def build_oracle(
        self,
        question: AnyQuestion,
        padding_size: int = PADDING,
        *,
        evidence: Span | None = None,
    ) -> ContextBuildResult:
        """The evidence with its padding and nothing else: what can be answered at best."""
        _check(0.0, 1, padding_size)
        try:
            asked = Asked.of(question, evidence)
            haystack = self._haystacks.of(asked, _ANY_LENGTH, padding_size, shared=False)
        except CannotBuild as failure:
            return _failed(failure)
        block = haystack.block
        return ContextBuildResult(
            context=block.span.of(self.tokens.text),
            evidence_start=block.first,
            evidence_end=block.last,
            context_tokens=block.bare_tokens,
            pieces=(block.span,),
            evidence_chars=block.evidence_after(0),
            warnings=haystack.warnings,
        )

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
        """As long as the others, with everything but the evidence: what is answered without it."""
        _check(0.0, context_length, padding_size, filler)
        try:
            asked = Asked.of(question, evidence)
            haystack = self._haystack(asked, context_length, padding_size, filler)
            cell = self._cell(0.0, context_length, filler, seed)
            for avoiding in range(haystack.cleanest(context_length), -1, -1):
                taken = alone(haystack.ring(avoiding), cell, haystack.block.span.start)
                if taken is not None:
                    return self._filler_alone(haystack, taken, avoiding)
            raise _did_not_fit(haystack.ring(0).total, context_length)
        except CannotBuild as failure:
            return _failed(failure)

    def _filler_alone(self, haystack: Haystack, taken: Taken, avoiding: int) -> ContextBuildResult:
        pieces = tuple(_spans(taken.pieces))
        return ContextBuildResult(
            context=rebuild(self.tokens.text, pieces),
            suffix_length=taken.tokens,
            context_tokens=taken.tokens,
            pieces=pieces,
            warnings=haystack.warnings + haystack.found_in(taken.pieces, avoiding),
        )

    def longest_context(
        self,
        question: AnyQuestion | None = None,
        padding_size: int = PADDING,
        *,
        evidence: Span | None = None,
    ) -> int:
        """In tokens, that this novel can fill: for any question, or for one, 0 if it has no place.

        Between two pieces blanks are left out, so that a context may end some tokens before.
        """
        if question is None:
            return self.tokens.n_tokens
        try:
            asked = Asked.of(question, evidence)
            return self._haystacks.of(asked, _ANY_LENGTH, padding_size, shared=False).longest
        except CannotBuild:
            return 0

    def plan(
        self,
        question: AnyQuestion,
        target_depth: float,
        context_length: int,
        padding_size: int = PADDING,
        *,
        filler: Filler = "random",
        seed: int = 0,
        evidence: Span | None = None,
    ) -> Plan | None:
        """What `build_context` puts together, without the text of it; None where it builds none."""
        _check(target_depth, context_length, padding_size, filler)
        asked = Asked.of(question, evidence)
        try:
            haystack = self._haystack(asked, context_length, padding_size, filler)
        except CannotBuild:
            return None
        return self._planned(haystack, target_depth, context_length, filler, seed)

    def _haystack(self, asked: Asked, length: int, padding: int, filler: Filler) -> Haystack:
        n_tokens = self._n_tokens
        if n_tokens < length and not as_long(n_tokens, length):
            raise CannotBuild(
                NotBuilt.NOVEL_TOO_SHORT,
                "The novel has {n_tokens} tokens, too few for a context of {length}. Choose a "
                "length up to {n_tokens}, or a longer novel.",
                warning=ContextWarning.TOO_LITTLE_FILLER,
                fits=n_tokens,
                n_tokens=n_tokens,
                length=length,
            )
        return self._haystacks.of(asked, length, padding, shared=filler == "shared")

    def _planned(
        self,
        haystack: Haystack,
        depth: float,
        length: int,
        filler: Filler,
        seed: int,
        failed: Plan | None = None,
    ) -> Plan | None:
        """The first plan that meets length and depth, or the next one after one that failed."""
        block = haystack.block
        free = length - (block.tokens if depth < 1.0 else block.bare_tokens)
        cell = self._cell(depth, length, filler, seed)
        prefix = round(depth * free)
        if filler == "shared":
            prefix = self._shared_prefix(haystack, cell, free, prefix)
        avoiding = haystack.cleanest(free) if failed is None else failed.avoiding
        attempt = 0 if failed is None else failed.fit.attempt + 1
        while avoiding >= 0:
            fit = fitted(block, haystack.ring(avoiding), cell, prefix, attempt)
            if fit is not None:
                return Plan(haystack, fit, avoiding)
            avoiding, attempt = avoiding - 1, 0
        return None

    def _cell(self, depth: float, length: int, filler: Filler, seed: int) -> Cell:
        if filler == "random":
            return Cell(depth, length, seed, None)
        # The same for all depths and lengths: one haystack, in which only the evidence moves.
        return Cell(depth, length, seed, share_of(len(self._cuts), chances(seed, 0, 0, 0.0, 0)[0]))

    def _shared_prefix(self, haystack: Haystack, cell: Cell, free: int, own: int) -> int:
        """What suits the longest evidence, as far as this one's depth and length allow it."""
        longest = self._haystacks.longest_block(haystack.padding)
        common = round(cell.depth * (cell.length - longest))
        if cell.depth == 1.0:
            return min(max(common, own - int(_SHARED_LENGTH * cell.length)), own)
        room = int(_SHARED_DEPTH * free)
        return min(max(common, own - room, 0), own + room, free)

    def _assembled(
        self, plan: Plan, depth: float, length: int, padding: int
    ) -> ContextBuildResult | None:
        """None where the context itself turns out not to have the length or depth of the plan."""
        haystack, (before, after, tokens, _), _ = plan
        block, text = haystack.block, self.tokens.text
        parts = [text[start:end] for start, end in before.pieces]
        ahead = sum(map(len, parts)) + len(JOINER) * len(parts)
        parts.append(block.text)
        parts += [text[start:end] for start, end in after.pieces]
        context = JOINER.join(parts)
        behind = len(context) - ahead - len(block.text) - len(JOINER) * bool(after.pieces)
        if not at_depth(ahead, ahead + behind, depth):
            return None
        if length <= _COUNTED:
            tokens = len(self._tokenizer.encode(context))
            if not as_long(tokens, length):
                return None
        prefix = before.tokens
        suffix = tokens - prefix - (block.tokens if after.pieces else block.bare_tokens)
        return ContextBuildResult.quickly(
            context=context,
            actual_depth=prefix / (prefix + suffix),
            evidence_start=prefix + block.first,
            evidence_end=prefix + block.last,
            prefix_length=prefix,
            suffix_length=suffix,
            context_tokens=tokens,
            pieces=(*_spans(before.pieces), block.span, *_spans(after.pieces)),
            evidence_chars=block.evidence_after(ahead),
            warnings=self._warnings(plan, length, padding),
        )

    def _warnings(self, plan: Plan, length: int, padding: int) -> tuple[str, ...]:
        haystack = plan.haystack
        said = list(haystack.warnings)
        if haystack.padding < padding:
            said.append(ContextWarning.PADDING_REDUCED)
        if haystack.block.tokens > _WIDE * length:
            said.append(ContextWarning.EVIDENCE_WIDE)
        if haystack.reported or plan.avoiding < len(haystack.unwanted):
            said += haystack.found_in(plan.fit.pieces, plan.avoiding)
        return tuple(said)

    def _extract_evidence(
        self, start_pos: int, end_pos: int, padding: int
    ) -> tuple[list[int], int, int]:
        """(tokens, first, last): the novel's tokens [first, last) that hold the padded evidence."""
        block = padded(self.tokens.span(start_pos, end_pos), padding, self._cuts)
        first = self.tokens.token_at(block.start)
        last = first + self.tokens.tokens_between(block)
        return self._ids(first, last), first, last

    def _get_filler_tokens(self, length: int, exclude_start: int, exclude_end: int) -> list[int]:
        """About `length` of the novel's tokens, random passages outside the tokens excluded."""
        ring = Ring.of(self._cuts, [self.tokens.span(exclude_start, exclude_end)])
        if not ring.total:
            return []
        chance, _ = chances(exclude_start, exclude_end, length, 0.0, 0)
        start = ring.at(share_of(ring.total, chance))
        taken = ring.take(start, start, length, exactly=True, last=True)
        found: list[int] = []
        for piece in taken.pieces:
            first = self.tokens.token_at(piece[0])
            found += self._ids(first, first + self.tokens.tokens_between(Span(*piece)))
        return found

    def _ids(self, first: int, last: int) -> list[int]:
        ids = self.tokens.tokens
        if ids is None:
            return self._tokenizer.encode(self.tokens.slice(first, last))
        return [int(token) for token in ids[first:last]]


def lengths_that_fit(n_tokens: int, lengths: Sequence[int]) -> list[int]:
    """Those of the context lengths that a novel of `n_tokens` can fill (reading 49).

    Known before anything is paid for; cells of the others are unavailable.
    """
    return [length for length in lengths if n_tokens >= length or as_long(n_tokens, length)]


def _check(depth: float, length: int, padding: int, filler: str = FILLERS[0]) -> None:
    if not 0.0 <= depth <= 1.0:
        raise InputError(
            "A depth must lie between 0 and 1; {depth} does not.", field="target_depth", depth=depth
        )
    if length < 1:
        raise InputError(
            "A context must have at least 1 token; {length} was asked for.",
            field="context_length",
            length=length,
        )
    if padding < 0:
        raise InputError(
            "Padding must be 0 tokens or more; {padding} was asked for.",
            field="padding_size",
            padding=padding,
        )
    if filler not in FILLERS:
        raise InputError(
            "There is no filler {filler!r}. Choose random or shared.", field="filler", filler=filler
        )


def _spans(pieces: Sequence[tuple[int, int]]) -> list[Span]:
    return [Span(start, end) for start, end in pieces]


def _did_not_fit(longest: int, length: int) -> CannotBuild:
    return CannotBuild(
        NotBuilt.DID_NOT_FIT,
        "The novel has too little other text for this question in a context of {length} tokens. "
        "At most {longest} tokens fit.",
        warning=ContextWarning.TOO_LITTLE_FILLER,
        fits=min(longest, length),
        length=length,
        longest=longest,
    )


def _failed(failure: CannotBuild) -> ContextBuildResult:
    return ContextBuildResult(
        success=False,
        warnings=(failure.warning,) if failure.warning else (),
        not_built=failure.code,
        error=Sentence.of(failure),
        fits=failure.fits,
    )
