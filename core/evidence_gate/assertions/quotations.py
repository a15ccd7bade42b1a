"""What an answer puts in quotation marks: in those of English books, of Chinese ones, and typed."""

import re

# A single mark inside a word, or of a plural that owns something, does not end a quote: don't, the
# villagers' mill. At its end only what goes on in small letters to another mark is such a plural.
_OWNS_CURLY = r"’(?=[A-Za-z])|(?<=s)’(?=\s[a-z])"
_OWNS_TYPED = r"(?<=[A-Za-z0-9])'(?=[A-Za-z0-9])|(?<=s)'(?=\s[a-z])"
_NO_QUOTE = r"(?:\d0s|tis|twas|em|til)\b"
QUOTED = re.compile(
    "“([^“”]+(?:“[^“”]*”[^“”]*)*)”|「([^「」]+(?:「[^「」]*」[^「」]*)*)」|『([^『』]+)』"
    '|"([^"]+)"|＂([^＂]+)＂|〝([^〝〞〟]+)[〞〟]'
    rf"|‘(?!{_NO_QUOTE})((?:[^‘’]|{_OWNS_CURLY})+)’"
    rf"|(?<![A-Za-z0-9])'(?=\S)(?!{_NO_QUOTE})((?:[^'\n]|{_OWNS_TYPED})+)(?<=\S)'(?![A-Za-z0-9])"
)
"""The outermost; what it quotes itself is part of it."""

OPENING = "“「『‘〝＂\"'"
_SHORTEST = 2


def quoted(text: str) -> list[str]:
    """What stands in quotation marks, in order; a single character is none."""
    quotes = (next(filter(None, match.groups())) for match in QUOTED.finditer(text))
    return [quote for quote in quotes if len(quote) >= _SHORTEST]
