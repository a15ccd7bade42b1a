"""Read a reply that goes through the options one by one and gives each a verdict."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.llm.replies.options.clauses import is_limited
from core.llm.replies.options.letters import folded

_MARKER = re.compile(
    r"""(?:\A|\n|(?<=[.;,。|!✗✘❌×✓✔✅√])|(?<=\))(?=\s*[A-Za-z]\s*[(:])
          |(?<=[=:\s][01])(?=\s+[A-Za-z]\s*[=:])|(?:(?<=\bno)|(?<=\byes)|(?<=\btrue)|(?<=\bfalse))(?=\s))
        [^\S\n]*(?:[-•·*>|]\s*|\d{1,2}[.)]\s+)?(?:(?:option|choice|选项)\s*)?
        [(\[]?(?P<letter>[A-Za-z])(?:[)\]]|\b|(?=[\u3400-\u9fff]))
        \s*(?:-{1,2}>|=>|→|[.:、|)=]|[-–—](?=\s)|选?项)?[^\S\n]*""",
    re.IGNORECASE | re.VERBOSE,
)
_IS = r"(?:(?:is|are|was)\s+)?(?:also\s+|clearly\s+|definitely\s+)?"
_NO = rf"""{_IS}
    (?:in(?:correct|accurate|consistent)|not\s+(?:the\s+)?(?:correct|right|true|accurate|supported
      |mentioned|it|possible|a\ match|a\ fit)|wrong|false|fails?(?![a-z])|no(?![a-z])|n(?![a-z])
      |unsupported|contradicted|refuted|rejected|excluded|discarded|implausible|invalid
      |eliminated?|ruled\ out|ruled?\ it\ out|out(?![a-z])|never\ mentioned|impossible|unlikely
      |isn['’]t|doesn['’]t|does\ not|✗|✘|❌|×|👎|x(?![a-z])|0(?![\d.%]))
  | [是为]?(?:不(?:符合?|对|正确|是|成立|选|合适|能选|准确|可能|相符|一致|吻合)|非|错误?|有误
      |否(?!则)|排除|无关|未提|没有|矛盾|假(?![如设]))"""
_YES = rf"""{_IS}(?:the\s+)?(?:(?:correct|right(?!\s+\w)|true|yes|y(?![a-z])|accurate|supported
      |match(?:es)?|fits|holds|passe[sd]|pass|valid|confirmed|best)\b)|1(?=\s*(?:[,;.|)]|\Z|\n|\s[A-Za-z]\s*[=:]))|✓|✔|✅|√|👍
  | [是为]?(?:正确|对(?!于|比|应|照|话)|符合|相符|一致|吻合|成立|真(?![正的]))
  | 是(?=\s*(?:[.,;。]|\Z|\n))"""
_VERDICT = re.compile(
    rf"[\s\"'“”(\[:,|—–-]*(?:(?P<no>{_NO})|(?P<yes>{_YES}))", re.IGNORECASE | re.VERBOSE
)
_AT_END = re.compile(
    rf"(?:[-–—:(=|,]|\s-)\s*(?:(?P<no>{_NO})|(?P<yes>{_YES}))[\s)\].!。;,|]*\Z",
    re.IGNORECASE | re.VERBOSE,
)
_LONGEST_END = 60
_MARK_FIRST = re.compile(
    r"^[ \t]*(?:[-*•][ \t]*)?(?:(?P<yes>[✅✓✔√])|[❌✗✘×])\ufe0f?[ \t]*"
    r"(?:(?:option|choice|选项)\s?)?[(\[]?(?P<letter>[A-Za-z])(?![A-Za-z])",
    re.MULTILINE | re.IGNORECASE,
)
"""A mark before the letter, as in "❌ A. a lamp: it was broken"; the reason follows."""


_REASON = re.compile(
    r"(?P<mark>[✗✘❌×✓✔✅√👍👎]\ufe0f?)\s{0,3}(?P<reason>[(\[][^()\[\]\n]{0,200}[)\]])"
)
_BOTH = re.compile(r"\s*\([^()\n]{0,80}(?:[✓✔✅√][^()\n]{0,80}[✗✘❌×]|[✗✘❌×][^()\n]{0,80}[✓✔✅√])")


@dataclass(frozen=True, slots=True)
class OptionVerdicts:
    """The options called right and those called wrong, and where the verdicts start and end."""

    right: frozenset[str]
    wrong: frozenset[str]
    start: int
    end: int


def option_verdicts(text: str, choice: Mapping[str, str]) -> OptionVerdicts | None:
    """The verdicts, if at least two options have one; an option called both is in both sets."""
    if marked := _marked_first(text, choice):
        return marked
    markers = [match for match in _MARKER.finditer(text) if match["letter"].lower() in choice]
    right: set[str] = set()
    wrong: set[str] = set()
    judged: list[int] = []
    for number, marker in enumerate(markers):
        end = markers[number + 1].start() if number + 1 < len(markers) else len(text)
        letter = marker["letter"].lower()
        verdict = _verdict(text[marker.end() : end], choice[letter])
        if verdict is not None:
            (right if verdict else wrong).add(letter)
            judged += [marker.start(), end]
    if len(right | wrong) < 2:
        return None
    return OptionVerdicts(frozenset(right), frozenset(wrong), judged[0], judged[-1])


def without_reasons(text: str) -> str:
    """The text without the bracketed reasons behind its marks: "B ✓ (tied to the mast)"."""
    return _REASON.sub(
        lambda match: match[0] if is_limited(match["reason"]) else match["mark"], text
    )


_LINE = re.compile(r"^[ \t]*[(\[]?(?P<letter>[A-Za-z])[)\].:]", re.MULTILINE)


def _marked_first(text: str, choice: Mapping[str, str]) -> OptionVerdicts | None:
    marks = [mark for mark in _MARK_FIRST.finditer(text) if mark["letter"].lower() in choice]
    right = frozenset(mark["letter"].lower() for mark in marks if mark["yes"])
    wrong = frozenset(mark["letter"].lower() for mark in marks if not mark["yes"])
    if len(wrong) > 1 and not right:
        # ✅ at a line's start was taken for a bullet (core.llm.replies.reply_markup).
        begun = {line["letter"].lower() for line in _LINE.finditer(text)}
        right = frozenset((begun & set(choice)) - wrong)
    if len(right | wrong) < 2 or not right:
        return None
    line_end = text.find("\n", marks[-1].end())
    return OptionVerdicts(right, wrong, marks[0].start(), line_end if line_end > 0 else len(text))


def verdict_of(text: str) -> bool | None:
    """Whether a text such as "correct", "no" or 错误 calls an option right; None for any other."""
    match = _VERDICT.match(text)
    return None if match is None else match["no"] is None


def _verdict(segment: str, option: str) -> bool | None:
    """The verdict right after an option's letter, its own text, or at the line's end; else None."""
    reason = _REASON.match(segment.lstrip(" :-–—"))
    if _BOTH.match(segment) or (reason is not None and is_limited(reason["reason"])):
        return None
    for verdict_text in _verdict_texts(segment, option):
        if match := _VERDICT.match(verdict_text):
            return match["no"] is None
    line = segment.split("\n", 1)[0]
    match = _AT_END.search(line[-_LONGEST_END:])
    return None if match is None else match["no"] is None


def _verdict_texts(segment: str, option: str) -> Sequence[str]:
    """The segment, and what follows the option's own text if it begins with that."""
    plain = segment.lstrip(" \t\"'“”(")
    option_text = option.strip()
    if option_text and folded(plain[: len(option_text)]) == folded(option_text):
        return (segment, plain[len(option_text) :].lstrip(" \t\"'“”)"))
    return (segment,)
