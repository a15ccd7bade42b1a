"""Decode an uploaded file to text, and report a guessed encoding and unreadable characters."""

import codecs
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import charset_normalizer

from core.errors import InputError, Sentence
from core.locale import N_n, plural_form
from core.text.plausibility import decoding_score, plausibility, unreadable

ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "gb18030", "big5", "cp1252", "latin-1")
"""Encodings a page offers; any other text encoding that Python knows is accepted too."""

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# The first wins a tie: Chinese bytes hardly ever look like Latin letters.
_GUESSES = ("cp1252", "gb18030", "big5", "utf-16-le", "utf-16-be")
_WIDE = ("utf-16-le", "utf-16-be")
_BINARY_SIGNATURES = (
    (b"\x89PNG", Sentence("PNG image")),
    (b"\xff\xd8\xff", Sentence("JPEG image")),
    (b"GIF8", Sentence("GIF image")),
    (b"%PDF-", Sentence("PDF document")),
    (b"PK\x03\x04", Sentence("ZIP archive (EPUB, DOCX and XLSX are ZIP archives)")),
    (b"\x1f\x8b", Sentence("GZIP archive")),
    (b"7z\xbc\xaf", Sentence("7-Zip archive")),
    (b"Rar!", Sentence("RAR archive")),
    (b"\xd0\xcf\x11\xe0", Sentence("Microsoft Office document")),
    (b"{\\rtf", Sentence("RTF document")),
    (b"SQLite format 3", Sentence("SQLite database")),
)
# UTF-8 that was once read as GB18030 or Latin-1 and saved again.
_GARBLED = re.compile(
    "锟斤拷|锟斤|烫烫烫|屯屯屯|[Ã][\x80-\xbf]|â€[™œ\x9d“”¦˜]|ï»¿|ï¿½|锛[屻氾]|銆[傚]|鈥[溿渽]"
)
_SAMPLE = 100_000  # bytes scored; even, so that no UTF-16 unit is cut
_BEFORE = 100  # bytes of a line scored before its first non-ASCII byte
_LINE_BEYOND_ASCII = re.compile(rb"^[^\n]*[\x80-\xff][^\n]*", re.MULTILINE)
_TRUSTED = 0.9
_READABLE = 0.5
_GIBBERISH = 0.2


@dataclass(frozen=True)
class DecodingNotice:
    """A warning about a decoded text: a message template that is translated when shown."""

    message: str
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def translate(self, translate: Callable[[str], str] = str) -> str:
        return translate(self.message).format(**self.params)

    def __str__(self) -> str:
        return self.translate()


@dataclass(frozen=True)
class DecodedText:
    """A text with newlines as "\\n", the encoding it was read as, and what could not be read.

    `replaced` counts the U+FFFD that stand for unreadable bytes. `title` is the title in the file's
    own metadata, "" if it has none.
    """

    text: str
    encoding: str
    replaced: int = 0
    warnings: tuple[DecodingNotice, ...] = ()
    title: str = ""


def decode_text(data: bytes, *, file_name: str, encoding: str | None = None) -> DecodedText:
    """Decode `data`, detecting its encoding unless `encoding` names it.

    Tries a byte order mark, strict UTF-8, whichever of UTF-16, GB18030, Big5 and Windows-1252 reads
    most like written text, and at last charset_normalizer. Raises InputError if the file is empty,
    blank or binary, or if `encoding` does not fit.
    """
    _refuse_binary(data, file_name)
    if encoding is None:
        name, text, certain = _detect_encoding(data, file_name)
    else:
        name, text, certain = encoding, _decoded_as(data, encoding, file_name), True
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise InputError("{name} is empty. Choose a file that contains text.", name=file_name)
    replaced = max(0, text.count("\ufffd") - _own_replacement_marks(data, name))
    return DecodedText(text, name, replaced, tuple(_notices(text, name, certain=certain)))


def binary_kind(data: bytes) -> Sentence | None:
    """Name a binary file's format by its first bytes; None if they are of no known one."""
    return next((kind for mark, kind in _BINARY_SIGNATURES if data.startswith(mark)), None)


def _refuse_binary(data: bytes, file_name: str) -> None:
    if kind := binary_kind(data):
        raise InputError(
            "{name} is a {kind}, not a text file. Save it as plain text (.txt) and use that.",
            name=file_name,
            kind=kind,
        )


def _detect_encoding(data: bytes, file_name: str) -> tuple[str, str, bool]:
    """Detect the encoding: (encoding, text, whether it is too certain to need a notice)."""
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return name, _require_readable(data.decode(name, "replace"), file_name), True
    if b"\0" not in data:
        strict = _strict_utf8(data)
        if strict is not None:
            return "utf-8", _require_readable(strict, file_name), True
    name, score = _most_plausible(data)
    if score >= _READABLE:
        return name, data.decode(name, "replace"), score >= _TRUSTED
    if b"\0" in data:
        raise _binary(file_name)
    best = charset_normalizer.from_bytes(_beyond_ascii(data)).best()
    if best is None or best.encoding == "ascii":
        raise InputError(
            "The encoding of {name} was not recognised. Choose it manually, or save the file as "
            "UTF-8.",
            name=file_name,
        )
    return best.encoding, data.decode(best.encoding, "replace"), False


def _most_plausible(data: bytes) -> tuple[str, float]:
    """Return the encoding that scores best where strict UTF-8 fails, and its score in [0, 1]."""
    start, non_ascii = data[:_SAMPLE], _beyond_ascii(data)
    if b"\0" in start:
        candidates: tuple[str, ...] = _WIDE
    elif _share_readable(non_ascii.decode("utf-8", "replace")) >= _TRUSTED:
        # Valid multi-byte sequences hardly occur by chance: this is UTF-8, broken in a few places.
        return "utf-8", 1.0
    else:
        candidates = _GUESSES
    scored = []
    for name in candidates:
        wide = name in _WIDE
        score = plausibility((start if wide else non_ascii).decode(name, "replace"))
        # An odd length is not UTF-16, unless only the last half character is missing.
        if not wide or len(data) % 2 == 0 or (score >= _TRUSTED and b"\0" in start):
            scored.append((name, score))
    return max(scored, key=lambda reading: reading[1], default=("", 0.0))


def _beyond_ascii(data: bytes) -> bytes:
    """Sample lines with non-ASCII bytes from all of `data`: only they tell encodings apart."""
    lines = []
    for match in _LINE_BEYOND_ASCII.finditer(data):
        line = match.group()
        first = next(at for at, byte in enumerate(line) if byte > 0x7F)
        lines.append(line[max(0, first - _BEFORE) : first + _SAMPLE])
    every = sum(map(len, lines)) // _SAMPLE + 1
    return b"\n".join(lines[::every])[: 2 * _SAMPLE]


def _decoded_as(data: bytes, encoding: str, file_name: str) -> str:
    """Decode as a person chose. Raises InputError if `encoding` is unknown or does not fit."""
    try:
        text = data.decode(encoding, "replace").removeprefix("\ufeff")
    except (LookupError, ValueError):
        # Not a text codec, or one that fails on unreadable bytes even when told to replace them.
        raise InputError(
            "Unknown text encoding {encoding!r}. Choose one of: {choices}.",
            file=file_name,
            encoding=encoding,
            choices=", ".join(ENCODINGS),
        ) from None
    reads = plausibility(text[:_SAMPLE])
    fits = "\0" not in text and _share_readable(text) >= _TRUSTED
    if not fits or (reads < _GIBBERISH and _other_encoding_fits(data, text)):
        raise InputError(
            "{name} cannot be read as {encoding}. Choose another encoding, or use automatic "
            "detection.",
            name=file_name,
            encoding=encoding,
        )
    return text


def _other_encoding_fits(data: bytes, text: str) -> bool:
    strict = _strict_utf8(data)
    if strict is not None:
        return strict.removeprefix("\ufeff") != text
    name, score = _most_plausible(data)
    return score >= _TRUSTED and data.decode(name, "replace") != text


def _strict_utf8(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _share_readable(text: str) -> float:
    """Share in [0, 1] of the characters beyond printable ASCII that are readable."""
    beyond = decoding_score(text)
    return 1.0 - unreadable(text) / beyond if beyond else 1.0


def _require_readable(text: str, file_name: str) -> str:
    if "\0" in text or unreadable(text) > 0.1 * len(text):
        raise _binary(file_name)
    return text


def _binary(file_name: str) -> InputError:
    return InputError(
        "{name} contains binary data, not text. Save it as plain text (.txt) and use that.",
        name=file_name,
    )


def _own_replacement_marks(data: bytes, encoding: str) -> int:
    """Count the U+FFFD that the file itself contains, saved by an earlier program."""
    return data.decode(encoding, "ignore").count("\ufffd")


def _notices(text: str, encoding: str, *, certain: bool) -> list[DecodingNotice]:
    guessed = DecodingNotice(
        "The encoding was guessed as {encoding}. Check the text, and choose another encoding if "
        "it is not readable.",
        {"encoding": encoding},
    )
    return [*([] if certain else [guessed]), *notices_about(text)]


def notices_about(text: str) -> list[DecodingNotice]:
    """Return warnings about the unreadable and the garbled characters of a text."""
    lost, garbled = unreadable(text), len(_GARBLED.findall(text))
    notices = []
    if lost:
        message = plural_form(
            N_n(
                "{count} character is unreadable (shown as � or a box). Quotes containing "
                "it will not be found.",
                "{count} characters are unreadable (shown as � or a box). Quotes "
                "containing them will not be found.",
            ),
            lost,
        )
        notices.append(
            DecodingNotice(
                message,
                {"count": lost},
            )
        )
    if garbled:
        message = plural_form(
            N_n(
                "{count} place looks garbled by an earlier conversion. Quotes from there "
                "will not be found.",
                "{count} places look garbled by an earlier conversion. Quotes from there "
                "will not be found.",
            ),
            garbled,
        )
        notices.append(
            DecodingNotice(
                message,
                {"count": garbled},
            )
        )
    return notices
