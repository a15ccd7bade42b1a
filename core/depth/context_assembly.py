"""Assemble the text of a context from passages of a novel."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.depth.context_result import ContextBuildResult, rebuild
from core.depth.fillers import FillerSelection
from core.depth.haystack import Haystack
from core.depth.layout_fitting import FillerRoom, at_depth, equal_lengths
from core.depth.token_costs import JOINER
from core.text import Tokenizer

# Contexts of up to this many tokens are tokenised to count them, as a token or two matter there.
_COUNTED = 1_000

_SHEET = 1 << 13


@dataclass(frozen=True, eq=False)
class ContextAssembler:
    """Assembles contexts from one novel; `sheets` are its text in strings of `_SHEET` characters.

    A long part is joined from these existing strings: a slice of the text would be copied twice,
    which would be most of the cost of a long context.
    """

    text: str = field(repr=False)
    sheets: Sequence[str] = field(repr=False)
    tokenizer: Tokenizer

    @classmethod
    def from_text(cls, text: str, tokenizer: Tokenizer) -> "ContextAssembler":
        sheets = [text[start : start + _SHEET] for start in range(0, len(text), _SHEET)]
        return cls(text, sheets, tokenizer)

    def context(
        self,
        room: FillerRoom,
        avoiding: int,
        depth: float,
        before: FillerSelection,
        after: FillerSelection,
    ) -> ContextBuildResult | None:
        """Build the context of a Layout, whose fields are the arguments; None if its text turns out
        to miss the length or the depth.
        """
        haystack = room.haystack
        block = haystack.block
        (leading, prefix, _), (trailing, suffix, _) = before, after
        parts: list[str] = []
        ahead = 0
        for piece in leading:
            parts += (*self._cut(piece.start, piece.end), JOINER)
            ahead += piece.end - piece.start + len(JOINER)
        parts.append(block.text)
        for piece in trailing:
            parts += (JOINER, *self._cut(piece.start, piece.end))
        context = "".join(parts)
        behind = len(context) - ahead - len(block.text) - (len(JOINER) if trailing else 0)
        if not at_depth(ahead, ahead + behind, depth):
            return None
        block_tokens = block.tokens if trailing else block.bare_tokens
        if room.length <= _COUNTED:
            counted = len(self.tokenizer.encode(context))
            if not equal_lengths(counted, room.length):
                return None
            suffix = counted - prefix - block_tokens
        warnings = room.warnings
        if haystack.reported or avoiding < len(haystack.unwanted):
            warnings += haystack.warnings_in(leading + trailing, avoiding)
        return ContextBuildResult.quickly(
            {
                "context": context,
                "actual_depth": prefix / (prefix + suffix),
                "evidence_start": prefix + block.first,
                "evidence_end": prefix + block.last,
                "prefix_length": prefix,
                "suffix_length": suffix,
                "context_tokens": prefix + block_tokens + suffix,
                "pieces": (*leading, block.span, *trailing),
                "evidence_chars": block.evidence_after(ahead),
                "warnings": warnings,
            }
        )

    def _cut(self, start: int, end: int) -> Sequence[str]:
        if end - start < 2 * _SHEET:
            return (self.text[start:end],)
        first, last = -(-start // _SHEET), end // _SHEET
        return (
            self.text[start : first * _SHEET],
            *self.sheets[first:last],
            self.text[last * _SHEET : end],
        )

    def evidence_alone(self, haystack: Haystack) -> ContextBuildResult:
        block = haystack.block
        return ContextBuildResult(
            context=block.text,
            evidence_start=block.first,
            evidence_end=block.last,
            context_tokens=block.bare_tokens,
            pieces=(block.span,),
            evidence_chars=block.evidence_after(0),
            warnings=haystack.warnings,
        )

    def filler_alone(
        self, selection: FillerSelection, warnings: tuple[str, ...]
    ) -> ContextBuildResult:
        pieces, tokens, _ = selection
        return ContextBuildResult(
            context=rebuild(self.text, pieces),
            suffix_length=tokens,
            context_tokens=tokens,
            pieces=tuple(pieces),
            warnings=warnings,
        )
