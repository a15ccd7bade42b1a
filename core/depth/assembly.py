"""The text of a context, put together from passages of a novel."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.depth.context_result import ContextBuildResult, rebuild
from core.depth.cuts import JOINER
from core.depth.fillers import Taken
from core.depth.fitting import Layout, Wanted, as_long, at_depth
from core.depth.haystack import Haystack
from core.text import Span, Tokenizer

# A context this short is tokenised to count it: there a token or two matter.
_COUNTED = 1_000


_SHEET = 1 << 13


@dataclass(frozen=True, eq=False)
class Assembler:
    """Of one novel; `sheets` are the characters of its text, `_SHEET` of them in each.

    A long part is joined of sheets, which are there already: cut out of the text in one piece it
    would be copied twice, which is most of what a long context costs.
    """

    text: str = field(repr=False)
    sheets: Sequence[str] = field(repr=False)
    tokenizer: Tokenizer

    @classmethod
    def of(cls, text: str, tokenizer: Tokenizer) -> "Assembler":
        sheets = [text[at : at + _SHEET] for at in range(0, len(text), _SHEET)]
        return cls(text, sheets, tokenizer)

    def context(self, layout: Layout, wanted: Wanted) -> ContextBuildResult | None:
        """None where the context itself turns out not to have the length or depth of its layout."""
        haystack, _, before, after, tokens = layout
        block, length = haystack.block, wanted.length
        parts: list[str] = []
        for piece in before.pieces:
            parts += (*self._cut(piece), JOINER)
        ahead = sum(map(len, parts))
        parts.append(block.text)
        for piece in after.pieces:
            parts += (JOINER, *self._cut(piece))
        context = "".join(parts)
        behind = len(context) - ahead - len(block.text) - len(JOINER) * bool(after.pieces)
        if not at_depth(ahead, ahead + behind, wanted.depth):
            return None
        if length <= _COUNTED:
            tokens = len(self.tokenizer.encode(context))
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
            pieces=(*before.pieces, block.span, *after.pieces),
            evidence_chars=block.evidence_after(ahead),
            warnings=layout.warnings(wanted),
        )

    def _cut(self, piece: Span) -> Sequence[str]:
        start, end = piece.start, piece.end
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

    def filler_alone(self, taken: Taken, warnings: tuple[str, ...]) -> ContextBuildResult:
        pieces = tuple(taken.pieces)
        return ContextBuildResult(
            context=rebuild(self.text, pieces),
            suffix_length=taken.tokens,
            context_tokens=taken.tokens,
            pieces=pieces,
            warnings=warnings,
        )
