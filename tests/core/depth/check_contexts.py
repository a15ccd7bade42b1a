"""Check 1,000 contexts independently: `python -m tests.core.depth.check_contexts`.

It shares no code with the builder: from the novel, the arguments and the result it checks
everything in the novel's text and with tiktoken itself, including the evidence, in the bytes of its
tokens.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import tiktoken

from core.depth import ContextBuilder, ContextBuildResult
from core.text import AVAILABLE_TOKENIZERS, load_tokenizer
from tests.bench.invented import novel

DEPTHS = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
LONG = (64_000, 128_000, 200_000)
# Most contexts are short, as every token matters there and they are fast to check.
LENGTHS = (2_000,) * 40 + (4_000,) * 20 + (8_000,) * 10 + (16_000,) * 4 + (32_000,) * 3 + LONG
QUESTIONS = 12
JOINER = "\n\n"


def faults(
    text: str,
    evidence: str,
    depth: float,
    length: int,
    result: ContextBuildResult,
    encoding: tiktoken.Encoding,
) -> Iterator[str]:
    """Yield the faults of one context."""
    if not result.success:
        yield "not built"
        return
    context = result.context
    if "\ufffd" in context:
        yield "U+FFFD"
    tokens = len(encoding.encode_ordinary(context))
    if abs(tokens - length) > length * 0.01:
        yield "length"
    if abs(tokens - result.context_tokens) > 8:
        yield "token count"
    pieces = [(piece.start, piece.end) for piece in result.pieces]
    if JOINER.join(text[start:end] for start, end in pieces) != context:
        yield "not the pieces"
    if any(end > start for (_, end), (start, _) in itertools.pairwise(sorted(pieces))):
        yield "overlap"
    assert result.evidence_chars is not None
    first, last = result.evidence_chars.start, result.evidence_chars.end
    if context[first:last] != evidence:
        yield "evidence"
    yield from _depth_faults(context, pieces, (first, last), depth, result, encoding)


def _depth_faults(
    context: str,
    pieces: list[tuple[int, int]],
    evidence: tuple[int, int],
    depth: float,
    result: ContextBuildResult,
    encoding: tiktoken.Encoding,
) -> Iterator[str]:
    bounds = list(itertools.accumulate((end - start + 2 for start, end in pieces), initial=0))
    block_index = next(i for i, bound in enumerate(bounds) if bound > evidence[0]) - 1
    prefix, suffix = context[: bounds[block_index]], context[bounds[block_index + 1] :]
    if evidence[1] > bounds[block_index + 1] - 2:
        yield "evidence cut in two"
    if abs(_share(len(prefix), len(suffix)) - depth) > 0.05:
        yield "depth in characters"
    before, after = (len(encoding.encode_ordinary(part)) for part in (prefix, suffix))
    if abs(_share(before, after) - depth) > 0.05:
        yield "depth in tokens"
    if result.actual_depth is None or abs(_share(before, after) - result.actual_depth) > 0.002:
        yield "depth as told"
    if abs(len(encoding.encode_ordinary(context[: evidence[0]])) - result.evidence_start) > 2:
        yield "evidence_start as told"
    if abs(len(encoding.encode_ordinary(context[: evidence[1]])) - result.evidence_end) > 2:
        yield "evidence_end as told"


def _share(prefix: int, suffix: int) -> float:
    return prefix / (prefix + suffix)


def cases(count: int = 1_000) -> Iterator[tuple[str, str]]:
    """Yield (context, fault) for each fault, and (context, "") for each context without one."""
    rng = random.Random(4)
    cells = list(itertools.product(("en", "zh"), AVAILABLE_TOKENIZERS))
    novels = {"en": novel("en", 1_000_000, 1), "zh": novel("zh", 320_000, 1)}
    for language, name in cells:
        tokenizer, encoding = load_tokenizer(name), _encoding(name)
        ids = encoding.encode_ordinary(novels[language])
        positions = [_position(rng, len(ids)) for _ in range(QUESTIONS)]
        evidence = [touched(encoding, ids, start, end) for start, end in positions]
        questions = [{"position": {"start_pos": a, "end_pos": b}} for a, b in positions]
        builder = ContextBuilder(
            tokenizer, ids, shared_by=[(question, None) for question in questions]
        )
        for number in range(count // len(cells)):
            index = rng.randrange(QUESTIONS)
            depth, length = rng.choice((*DEPTHS, rng.random())), rng.choice(LENGTHS)
            result = builder.build_context(
                questions[index],
                depth,
                length,
                rng.choice((0, 100, 500)),
                filler=rng.choice(("random", "random", "shared")),
                seed=number,
            )
            case = f"{language} {name} {length} at {depth:.2f}, question {index}, seed {number}"
            context_faults = list(
                faults(novels[language], evidence[index], depth, length, result, encoding)
            )
            yield from ((case, fault) for fault in context_faults or [""])


def touched(encoding: tiktoken.Encoding, ids: list[int], start: int, end: int) -> str:
    """Return every character that has a byte in the tokens [start, end)."""
    before, token_bytes = encoding.decode_bytes(ids[:start]), encoding.decode_bytes(ids[start:end])
    while token_bytes[0] & 0xC0 == 0x80:
        before, token_bytes = before[:-1], before[-1:] + token_bytes
    following = encoding.decode_bytes(ids[end : end + 4])
    n_continuation = next((index for index, byte in enumerate(following) if byte & 0xC0 != 0x80), 0)
    return (token_bytes + following[:n_continuation]).decode()


def _position(rng: random.Random, n_tokens: int) -> tuple[int, int]:
    start = rng.randrange(n_tokens - 400)
    return start, start + rng.randrange(15, 400)


def _encoding(name: str) -> tiktoken.Encoding:
    """Return tiktoken's own encoding, without our wrapper."""
    encoding = load_tokenizer(name)._encoding
    assert isinstance(encoding, tiktoken.Encoding)
    return encoding


if __name__ == "__main__":
    found = list(cases())
    print(len(found), Counter(fault for _, fault in found))
    print("\n".join(f"{fault}: {what}" for what, fault in found if fault))
