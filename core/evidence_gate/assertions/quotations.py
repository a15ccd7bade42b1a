"""Find quoted text, in typographic English, Chinese and typewriter quotation marks."""

import re

# An apostrophe inside a word or after a plural owner does not end a quote: don't, the villagers'
# mill. After an s it is a plural owner only if a small letter follows.
_OWNS_CURLY = r"’(?=[A-Za-z])|(?<=s)’(?=\s[a-z])"
_OWNS_TYPED = r"(?<=[A-Za-z0-9])'(?=[A-Za-z0-9])|(?<=s)'(?=\s[a-z])"
_NO_QUOTE = r"(?:\d0s|tis|twas|em|til)\b"
QUOTED = re.compile(
    "“([^“”]+(?:“[^“”]*”[^“”]*)*)”|「([^「」]+(?:「[^「」]*」[^「」]*)*)」|『([^『』]+)』"
    '|"([^"]+)"|＂([^＂]+)＂|〝([^〝〞〟]+)[〞〟]'
    rf"|‘(?!{_NO_QUOTE})((?:[^‘’]|{_OWNS_CURLY})+)’"
    rf"|(?<![A-Za-z0-9])'(?=\S)(?!{_NO_QUOTE})((?:[^'\n]|{_OWNS_TYPED})+)(?<=\S)'(?![A-Za-z0-9])"
)
"""Matches outermost quotes; nested ones are part of them."""

OPENING = "“「『‘〝＂\"'"
_SHORTEST = 2


def quoted(text: str) -> list[str]:
    """Return the texts in quotation marks, in order, without single characters."""
    quotes = (next(filter(None, match.groups())) for match in QUOTED.finditer(text))
    return [quote for quote in quotes if len(quote) >= _SHORTEST]
