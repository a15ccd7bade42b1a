"""The text of a context, put together from passages of a novel."""

from dataclasses import dataclass, field

from core.depth.context_result import ContextBuildResult, rebuild
from core.depth.cuts import JOINER
from core.depth.fillers import Taken
from core.depth.fitting import Layout, Wanted, as_long, at_depth
from core.depth.haystack import Haystack
from core.text import Tokenizer

# A context this short is tokenised to count it: there a token or two matter.
_COUNTED = 1_000


@dataclass(frozen=True, eq=False)
class Assembler:
    """Of one novel."""

    text: str = field(repr=False)
    tokenizer: Tokenizer

    def context(self, layout: Layout, wanted: Wanted) -> ContextBuildResult | None:
        """None where the context itself turns out not to have the length or depth of its layout."""
        haystack, _, before, after, tokens = layout
        block, text, length = haystack.block, self.text, wanted.length
        parts = [piece.of(text) for piece in before.pieces]
        ahead = sum(map(len, parts)) + len(JOINER) * len(parts)
        parts.append(block.text)
        parts += [piece.of(text) for piece in after.pieces]
        context = JOINER.join(parts)
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
