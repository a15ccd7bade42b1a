"""Split a copy into header, clauses and footer, and rebuild it without some of the clauses."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from core.verification.copy_text.text_measures import has_han
from core.verification.findings import CharRange

_HEADER = re.compile(r"\s*(?:【[^【】\n]{1,20}】|\[[^\[\]\n]{1,20}\])\s*")
_SENDER = re.compile(r"\s*[A-Z][\w'’&.]{1,20}(?: (?:& )?[\w'’&.]{1,15}){0,3}: (?=\S)")
_FOOTER = re.compile(
    r"[\s，,。.！!；;]*(?:"
    r"(?:拒收请?|退订请?)?回复?\s?[A-Za-z0-9]{1,4}\s?(?:退订|拒收)?"
    r"|(?:拒收|退订)请?回复?\s?[A-Za-z0-9]{1,4}"
    r"|(?:Reply|Txt|Text|Send)\s+[A-Z]{2,6}(?:\s+to\s+\w+(?:\s+\w+)?)?"
    r"|(?:Reply|Txt|Text|Send)\s+[A-Z]{2,6}[.!]?\s+[A-Z]{3,5}\s+to\s+\w+(?:\s+\w+)?"
    r"|[A-Z]{3,5}\s+to\s+(?:end|stop|opt out))[.。!！]?\s*$"
)
_FOOTER_WITHIN = 60
_MARK = re.compile(
    r"\s{1,3}[-–—>|]{1,3}\s{1,3}|(?<!—)——+|[，,；;。！!？?：:…\n~～]+[”’」』）)]*\s*"
    r"|(?<!\.)\.++[”’)]*+(?:\s+|$)"
)
_WITHIN_NUMBER = re.compile(r"[0-9][,:.：][0-9]")
_ENDS_SENTENCE = re.compile(r"[。！!？?…\n]|\.(?:\s|$|[”’)])")
_OPENS, _CLOSES = "（(【[《「『“", "）)】]》」』”"
_LONGEST = 400
"""Maximum characters of a clause within which brackets are paired."""


class Clause(NamedTuple):
    """A clause at `start`; `mark` is the punctuation and white space after `text`."""

    start: int
    text: str
    mark: str

    @property
    def stop(self) -> int:
        return self.start + len(self.text) + len(self.mark)

    @property
    def ends_sentence(self) -> bool:
        return _ENDS_SENTENCE.search(self.mark) is not None


@dataclass(frozen=True)
class CopyParts:
    """A copy in three parts: `header` names the sender, `footer` says how to reply or opt out.

    Both stay as they are when the body is edited.
    """

    header: str
    body: str
    footer: str

    @classmethod
    def of(cls, text: str) -> "CopyParts":
        """Split a text into its three parts, of which header and footer may be empty."""
        footer = _FOOTER.search(text, max(0, len(text) - _FOOTER_WITHIN))
        end = footer.start() if footer and footer.start() else len(text)
        header = _HEADER.match(text)
        if header is None and footer and not has_han(text):
            header = _SENDER.match(text)  # "GlowBar: facials today. Reply STOP to end"
        start = header.end() if header and header.end() < end else 0
        return cls(text[:start], text[start:end], text[end:])

    def with_body(self, body: str) -> str:
        """The copy with another body; after an end mark the footer loses its leading marks."""
        footer = (
            self.footer.lstrip("，,。.！!；; ") if not body or body[-1:] in "。.！!？?…" else ""
        )
        space = " " if footer and not has_han(body) else ""
        if footer:
            return f"{self.header}{body}{space}{footer}"
        return f"{self.header}{body}{self.footer}"

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(clauses_of(self.body))


_GREETING = re.compile(
    r"\s*(?:(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[^\n,.!]{0,40}[,!:]?[ \t]*\n"
    r"|[^\n。！，,]{1,20}[：:][ \t]*\n|[^\n。，,]{0,10}您好[！!，,。]?[ \t]*\n)",
    re.IGNORECASE,
)
_SIGN_OFF = re.compile(
    r"\n[ \t]*(?:(?:see you|best|kind|warm|regards|cheers|thanks|thank you|yours|with love|love|"
    r"sincerely|take care|happy|warmly|fondly|sleep well|stay (?:well|safe|warm)"
    r"|(?:drive|ride) safe|safe travels|until (?:then|soon)|(?:talk|speak) soon|all the best"
    r"|enjoy)\b"
    r"[^\n]{0,40}[,.!]?[ \t]*\n[^\n.!?]{1,40}[.!]?"
    r"|(?:the |your |team )[^\n.!?]{1,40}|[—–-]\s?[^\n.!?。]{1,40}"
    r"|(?:此致|敬上|祝好|顺颂)[^\n]{0,20}(?:\n[^\n。！]{1,20})?|[^\n。！，]{1,15}(?:敬上|团队|编辑部|店|工作室|全体员工))"
    r"\s*$",
    re.IGNORECASE,
)
_SIGN_OFF_WITHIN = 120
"""Characters at the end of a copy that are searched for a sign-off."""


def sender_of(text: str) -> str:
    """The sender at the start, such as 【花店】 or "Paws & Co:"; "" if there is none."""
    header = _HEADER.match(text) or _SENDER.match(text)
    return header[0] if header and not _GREETING.match(text) else ""


def greeting_of(text: str) -> str:
    """The line at the start that greets the reader; "" if there is none."""
    greeting = _GREETING.match(text)
    return greeting[0].rstrip() if greeting else ""


def closing_of(text: str) -> str:
    """The lines at the end that sign an e-mail; "" if there are none."""
    match = _SIGN_OFF.search(text, max(0, len(text) - _SIGN_OFF_WITHIN))
    return match[0].strip() if match else ""


def clauses_of(text: str) -> list[Clause]:
    """Split a text into clauses, in order; texts and marks joined give the text again."""
    clauses: list[Clause] = []
    start, depth, counted = 0, 0, 0
    for match in _MARK.finditer(text):
        at, end = match.span()
        if _WITHIN_NUMBER.match(text, at - 1) if at else False:
            continue
        depth += sum((c in _OPENS) - (c in _CLOSES) for c in text[counted:at])
        counted = at
        if depth > 0 and at - start < _LONGEST:
            continue
        if at > start or not clauses:
            clauses.append(Clause(start, text[start:at], text[at:end]))
        else:
            clauses[-1] = clauses[-1]._replace(mark=clauses[-1].mark + text[at:end])
        start, depth, counted = end, 0, end
    if start < len(text):
        clauses.append(Clause(start, text[start:], ""))
    return clauses


def overlapped_clauses(clauses: Sequence[Clause], spans: Sequence[CharRange]) -> set[int]:
    """The indexes of the clauses that overlap a span; `clauses` are in text order."""
    indexes: set[int] = set()
    at = 0
    for start, end in sorted(spans):
        while at < len(clauses) and clauses[at].stop <= start:
            at += 1
        n = at
        while n < len(clauses) and clauses[n].start < end:
            indexes.add(n)
            n += 1
    return indexes


def whole_sentences_of(clauses: Sequence[Clause], numbers: set[int]) -> set[int]:
    """The indexes of all clauses in the sentences that contain one of the clauses `numbers`."""
    indexes: set[int] = set()
    sentence: list[int] = []
    for n, clause in enumerate(clauses):
        sentence.append(n)
        if clause.ends_sentence or n == len(clauses) - 1:
            if not numbers.isdisjoint(sentence):
                indexes.update(sentence)
            sentence = []
    return indexes


def text_without(clauses: Sequence[Clause], removed: set[int]) -> str:
    """The text without the clauses `removed`; a sentence that loses its end keeps its end mark."""
    parts: list[tuple[str, str]] = []
    begins = True  # no clause of the current sentence is kept yet
    for n, clause in enumerate(clauses):
        if n not in removed:
            text = sentence_start(clause.text) if begins and n and n - 1 in removed else clause.text
            parts.append((text, clause.mark))
            begins = clause.ends_sentence
        elif clause.ends_sentence or n == len(clauses) - 1:
            if not begins:
                parts[-1] = (parts[-1][0], clause.mark if clause.ends_sentence else "")
            begins = True
    if parts and len(clauses) - 1 in removed and not _ENDS_SENTENCE.search(parts[-1][1]):
        parts[-1] = (parts[-1][0], "")
    return "".join(text + mark for text, mark in parts).strip()


_BRACKET = re.compile(r"\s?(?:（[^（）()\n]{1,40}）|\([^（）()\n]{1,60}\))")


def without_brackets(text: str, spans: Sequence[CharRange]) -> str | None:
    """The text without the short brackets around `spans`; None if a span is outside of brackets."""
    brackets = [match.span() for match in _BRACKET.finditer(text)]
    parts, at, n = [], 0, 0
    for start, end in sorted(spans):
        while n < len(brackets) and brackets[n][1] <= start:
            n += 1
        if n == len(brackets) or not (brackets[n][0] <= start and end <= brackets[n][1]):
            return None
        if at <= brackets[n][0]:
            parts.append(text[at : brackets[n][0]])
            at = brackets[n][1]
    return "".join([*parts, text[at:]]) if parts else None


_CONJUNCTION = re.compile(r"^(?:and so|and|so|but|then|or|plus|yet)\s+(?=\w)", re.IGNORECASE)


def sentence_start(text: str) -> str:
    """A clause as the start of a sentence: capitalized, without a leading conjunction."""
    clause = _CONJUNCTION.sub("", text.lstrip())
    return clause[:1].upper() + clause[1:] if clause[:1].isascii() else clause
