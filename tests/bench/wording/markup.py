"""Marks of machines and editors in a quote: tags, escapes, [sic], Markdown, brackets."""

import html
import json
import re
from collections.abc import Callable, Iterator, Sequence

from tests.bench.evidence.cases import Case, Make, Maker, QuoteClass, Target
from tests.bench.evidence.noise import markdown

_PINYIN = {
    "人": "rén",
    "大": "dà",
    "天": "tiān",
    "地": "dì",
    "山": "shān",
    "水": "shuǐ",
    "火": "huǒ",
    "月": "yuè",
    "日": "rì",
    "心": "xīn",
    "手": "shǒu",
    "口": "kǒu",
    "家": "jiā",
    "花": "huā",
    "酒": "jiǔ",
    "王": "wáng",
    "老": "lǎo",
    "小": "xiǎo",
    "来": "lái",
    "去": "qù",
    "笑": "xiào",
    "听": "tīng",
    "见": "jiàn",
    "好": "hǎo",
    "玉": "yù",
    "名": "míng",
    "风": "fēng",
    "風": "fēng",
    "來": "lái",
    "聽": "tīng",
    "見": "jiàn",
}
_SPOKEN = re.compile('[“”"‘’「」『』]')


def _words(passage: str, maker: Maker) -> list[str]:
    return passage.split(" ") if maker.book.language == "en" else list(passage)


def around_a_word(*forms: str) -> Callable[[str, Maker], str]:
    """A word, or a few characters, gets a form around it; {} is the word."""

    def change(passage: str, maker: Maker) -> str:
        words, space = _words(passage, maker), " " if maker.book.language == "en" else ""
        if len(words) < 4:
            return passage
        first = maker.rng.randrange(1, len(words) - 2)
        last = first + maker.rng.randint(1, 2)
        marked = maker.rng.choice(forms).replace("{}", space.join(words[first:last]))
        return space.join([*words[:first], marked, *words[last:]])

    return change


def line_breaks(passage: str, maker: Maker) -> str:
    words, space = _words(passage, maker), " " if maker.book.language == "en" else ""
    at = maker.rng.randrange(1, max(2, len(words)))
    tag = maker.rng.choice(["<br>", "<br/>", "<br />", "</p><p>", "<br>\n"])
    return space.join(words[:at]) + tag + space.join(words[at:])


def sic(passage: str, maker: Maker) -> str:
    mark = "[原文如此]" if maker.book.language == "zh" else "[sic]"
    return around_a_word("{} " + mark if maker.book.language == "en" else "{}" + mark)(
        passage, maker
    )


def capital_in_brackets(passage: str, _maker: Maker) -> str:
    first = passage[:1]
    return f"[{first.swapcase()}]{passage[1:]}" if first.isalpha() else passage


def escaped_quotes(passage: str, _maker: Maker) -> str:
    marked = _SPOKEN.sub(lambda mark: "\\'" if mark.group() in "‘’" else '\\"', passage)
    return marked if marked != passage else f'\\"{passage}\\"'


def unicode_escapes(passage: str, maker: Maker) -> str:
    return json.dumps(passage, ensure_ascii=True)[1:-1].replace('\\"', '"')


def html_escapes(passage: str, maker: Maker) -> str:
    named = {"—": "&mdash;", "“": "&ldquo;", "”": "&rdquo;", "’": "&rsquo;", "‘": "&lsquo;"}
    if maker.book.language == "zh":
        return "".join(f"&#{ord(each)};" if ord(each) > 127 else each for each in passage)
    escaped = "".join(named.get(each, each) for each in html.escape(passage))
    return escaped if maker.rng.random() < 0.7 else escaped.replace(" ", "&nbsp;")


def markdown_around(passage: str, maker: Maker) -> str:
    return markdown(passage, maker)[0]


def pinyin(passage: str, maker: Maker) -> str:
    """One character is followed by how it is read."""
    able = [at for at, each in enumerate(passage) if each in _PINYIN]
    if not able:
        return passage
    at = maker.rng.choice(able)
    form = maker.rng.choice(["（{}）", "({})", " ({}) ", "[{}]"])
    return passage[: at + 1] + form.format(_PINYIN[passage[at]]) + passage[at + 1 :]


def changed_once(change: Callable[[str, Maker], str]) -> Make:
    """A class that writes a passage otherwise; what it leaves as it was is drawn again."""

    def make(maker: Maker) -> Iterator[Case | None]:
        while True:
            place = maker.passage()
            passage = maker.text(place) if place else ""
            quote = change(passage, maker) if passage else ""
            yield Case(quote, place) if quote != passage else None

    return make


def _same(name: str, what: str, change: Callable[[str, Maker], str], *languages: str) -> QuoteClass:
    allowed = frozenset(languages or ("en", "zh"))
    return QuoteClass(name, what, Target.NEARLY_ALL, changed_once(change), allowed)


CLASSES: Sequence[QuoteClass] = (
    _same(
        "tags of type",
        "<i>, <em>, <b>, <span class> around a word",
        around_a_word("<i>{}</i>", "<em>{}</em>", "<b>{}</b>", '<span class="x">{}</span>'),
    ),
    _same("tags of lines", "<br>, </p><p>", line_breaks),
    _same("[sic]", "[sic], [原文如此] after a word", sic),
    _same("[T]he", "the first letter in brackets, of the other case", capital_in_brackets, "en"),
    _same("escaped quote marks", "\\\" and \\'", escaped_quotes),
    _same("\\uXXXX", "every character that is not ASCII", unicode_escapes),
    _same("HTML escapes", "&mdash; &#8217; &nbsp;, every Chinese character &#...;", html_escapes),
    _same("Markdown around", "bold, code, list, block quote", markdown_around),
    _same(
        "Markdown inside",
        "bold, italic, code, a link around a word",
        around_a_word("**{}**", "*{}*", "__{}__", "`{}`", "[{}](https://example.org/a)"),
    ),
    _same("pinyin in brackets", "after one character", pinyin, "zh"),
)
