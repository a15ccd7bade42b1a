"""Slips in typing Chinese: a character twice, or for another that sounds or looks alike.

A change of several characters may be slips side by side; each then counts by itself.
"""

import re
from collections.abc import Iterator, Sequence

from rapidfuzz.distance import Indel

from core.text.language.words import UNSPACED_CHARACTER

# Characters that lists of common mistakes put together, by sound and by shape.
_TYPED_FOR_ONE_ANOTHER = {
    ord(character): group[0]
    for group in re.findall(
        r"\w+",
        "的地得 做作坐座 那哪 他她它 在再 份分 像象 进近 须需 带戴代 账帐 辨辩 即既 决绝 以已己 "
        "至致 定订 查察 园圆元原 化画划话 班般 常长 候后侯 会回 时是事 道到倒 有又 么吗嘛 吧罢把 "
        "了啦 待呆 清请情 名明 前钱 新心 身深 声生 教叫 见件间 知之只 门们 气汽 记纪 练炼 度渡 "
        "连联 付副 竟竞境 日曰 人入 土士 天夭 折拆 拔拨 免兔 刺剌 微徵 治冶",
    )
    for character in group
}
# Longer changes are no slips.
_MOST = 3

Part = tuple[int, int, int, int]


def typo_spelling(text: str) -> str:
    """Return a form equal for texts that differ only in characters often typed for one another."""
    return text.translate(_TYPED_FOR_ONE_ANOTHER)


def typo_pairs(
    ours: Sequence[str], first: int, last: int, theirs: Sequence[str], start: int, end: int
) -> Iterator[Part]:
    """Yield ours[first:last] in place of theirs[start:end], slip by slip if it is Chinese.

    Each part has the same form; between two of them both texts are equal.
    """
    if not 2 <= last - first + end - start <= 2 * _MOST or not _in_chinese(ours[first:last]):
        yield first, last, start, end
        return
    # 正斗斗是 for 正斗时: what is typed twice is in place of nothing.
    if last - first > 1 and first and ours[first] == ours[first - 1]:
        yield first, first + 1, start, start
        first += 1
    twice = last - first > 1 and last < len(ours) and ours[last - 1] == ours[last]
    yield from _apart(ours, first, last - twice, theirs, start, end)
    if twice:
        yield last - 1, last, end, end


def _in_chinese(tokens: Sequence[str]) -> bool:
    return all(map(UNSPACED_CHARACTER.match, tokens))


def _apart(
    ours: Sequence[str], first: int, last: int, theirs: Sequence[str], start: int, end: int
) -> list[Part]:
    """Split a change: 气笼 for 笼上 is a 气 put in and a 上 left out; 些会 for 定回 two slips."""
    if first == last and start == end:
        return []
    our_forms = [typo_spelling(token) for token in ours[first:last]]
    their_forms = [typo_spelling(token) for token in theirs[start:end]]
    parts: list[Part] = []
    # Characters that only changed places are one slip.
    if len(our_forms) + len(their_forms) > 2 and sorted(our_forms) != sorted(their_forms):
        at, other_at = first, start
        for block in Indel.opcodes(our_forms, their_forms).as_matching_blocks():
            if first + block.a > at or start + block.b > other_at:
                parts.append((at, first + block.a, other_at, start + block.b))
            at, other_at = first + block.a, start + block.b
            for _ in range(block.size):
                if ours[at] != theirs[other_at]:
                    parts.append((at, at + 1, other_at, other_at + 1))
                at, other_at = at + 1, other_at + 1
        if all(part[1] - part[0] < 2 and part[3] - part[2] < 2 for part in parts):
            return parts
    return [(first, last, start, end)]
