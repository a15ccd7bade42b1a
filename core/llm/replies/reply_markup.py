"""Remove markup around a reply's answer: Markdown, HTML, LaTeX, brackets, unusual letters."""

import html
import re
import unicodedata

from core.llm.replies.reply_tables import with_boxes_as_words, with_tables_as_lines

_BRACKETS = str.maketrans("【】〔〕「」『』《》〈〉⟨⟩", "[][][][][][][]")
_INVISIBLE = str.maketrans("", "", "\u200b\u200c\u200d\u2060\u200e\u200f\xad")
_LOOK_ALIKES = {"А": "A", "В": "B", "С": "C", "Е": "E", "Α": "A", "Β": "B", "Ε": "E"}
"""Cyrillic and Greek capitals that look like a Latin one; replaced if no part of a word."""
_ALONE = re.compile(r"(?<!\w)[АВСЕΑΒΕ](?!\w)")
_SQUARED = (
    {chr(0x1F130 + n): chr(65 + n) for n in range(26)}
    | {chr(0x1F150 + n): chr(65 + n) for n in range(26)}
    | {chr(0x1F170 + n): chr(65 + n) for n in range(26)}
)
_CIRCLED = str.maketrans({chr(0x2460 + n): f"({n + 1})" for n in range(20)})
_SQUARES = re.compile(f"[{chr(0x1F130)}-{chr(0x1F189)}]\ufe0f?")

_STRUCK = re.compile(r"~~[^~\n]{0,200}~~|<(del|s|strike)>[^<]{0,200}</\1>", re.IGNORECASE)
"""Struck-through text, which the reply has taken back."""
_LINE_TAG = re.compile(r"</?(?:br|p|div|li|ul|ol|tr|table|h[1-6])\b[^<>]{0,100}>", re.IGNORECASE)
_PLAIN_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|mark|code|span|font|small|big|sup|sub|kbd|tt|center|td|th|response"
    r"|output|final"
    r"|result|solution|conclusion|final_response|explanation)\b[^<>]{0,100}>",
    re.IGNORECASE,
)
_FORMULA = re.compile(
    r"\\(?:text|text(?:bf|rm|it|sf|tt)|math(?:bf|rm|sf|it|tt|bb)|boldsymbol|bm|bf|rm|operatorname"
    r"|emph|underline|(?:text)?color\s*\{\w{1,20}\})\s*\{([^{}]{0,100})\}"
)
_MATH = re.compile(r"\\[()\[\]]|\$\$?(?=\s*[(\[]?[A-Za-z\\])|(?<=[A-Za-z)\]}.])[^\S\n]*\$\$?")
_ARROWS = str.maketrans(dict.fromkeys("➜➔⟶⟹➝➞⮕", "→"))
_ARROW = re.compile(r"\\(?:[Ll]ong)?(?:[Rr]ightarrow|to|implies|therefore)\b")
_UNDERLINED = re.compile(r"(?<!\w)_([^\s_][^_\n]{0,80})_(?!\w)")
_SNAKE = re.compile(r"\b(option|choice|answer)_([a-z])\b", re.IGNORECASE)
_EMPHASIS = re.compile(r"\*\*|__+|``?`?|(?m:^[^\S\n]*#++\s+)|(?m:^[^\S\n]*>\s+)|\*(?=\S)|(?<=\S)\*")
_ORNAMENTS = re.compile(r"(?m:^)[^\S\n]*(?:[✅☑✔✓👉➤➡►▶→⇒🔹🔸⭐🎯]\ufe0f?|=>)[^\S\n]*")
_POINTED = re.compile(r"<<?\s*([A-Za-z])\s*>>?(?!\w)")
_BRACED = re.compile(r"(?<![\w}\\])\{\s*([A-Za-z])\s*\}")
_DOUBLED = re.compile(r"[\[{]{2,3}\s*([^\[\]{}]{1,100}?)\s*[\]}]{2,3}")


def plain_reply(text: str) -> str:
    """The reply in NFKC and without markup: `$\\text{B}$`, `<b>B</b>`, `**B**`, `【B】`, `Ⓑ` and
    the like become B, or B in plain brackets. Struck-through text is removed.
    """
    text = with_boxes_as_words(text.translate(_INVISIBLE)).translate(_CIRCLED)
    text = _SQUARES.sub(lambda square: _SQUARED.get(square[0][0], square[0]), text)
    plain = unicodedata.normalize("NFKC", text).translate(_BRACKETS).translate(_ARROWS)
    plain = _ALONE.sub(lambda letter: _LOOK_ALIKES[letter[0]], plain)
    if "&" in plain:
        plain = html.unescape(plain)
    plain = _STRUCK.sub("", plain)
    if "<" in plain:
        plain = plain if "</" in plain else _POINTED.sub(r"(\1)", plain)
        plain = _PLAIN_TAG.sub("", _LINE_TAG.sub("\n", plain))
    if "\\" in plain or "$" in plain:
        plain = _MATH.sub("", _ARROW.sub("→", _FORMULA.sub(r"\1", plain)))
    plain = with_tables_as_lines(_BRACED.sub(r"(\1)", _DOUBLED.sub(r"(\1)", plain)))
    plain = _UNDERLINED.sub(r"\1", plain)
    plain = _SNAKE.sub(r"\1 \2", plain)
    return _ORNAMENTS.sub("", _EMPHASIS.sub("", plain)).strip()
