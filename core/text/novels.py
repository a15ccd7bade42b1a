"""Read novels from text, EPUB, DOCX and HTML files."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace
from html.entities import name2codepoint
from pathlib import PurePath
from urllib.parse import unquote, urldefrag

from lxml import etree, html

from core.errors import InputError
from core.text.archives import SIGNATURE, BoundedArchive, damaged
from core.text.decoding import DecodedText, decode_text, notices_about

NOVEL_SUFFIXES = (".txt", ".md", ".epub", ".docx", ".html", ".htm", ".xhtml")
_HTML = (".html", ".htm", ".xhtml")
_DOCUMENT = "word/document.xml"
_WORKBOOK = "xl/workbook.xml"
_CONTAINER = "META-INF/container.xml"
_MOST_NODES = 5_000_000

_BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "body", "caption", "dd", "div", "dl", "dt"),
        *("figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header"),
        *("hr", "li", "main", "ol", "p", "pre", "section", "table", "td", "th", "title", "tr"),
        "ul",
    }
)
_SKIPPED = frozenset(
    ("head", "script", "style", "template", "noscript", "rp", "rt", "nav", "svg", "math")
)
"""`rt` holds how a character is pronounced, not the text; `nav` is a table of contents."""

_BLANK = re.compile(r"[ \t\r\n\f\v]+")
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def read_novel(data: bytes, *, file_name: str, encoding: str | None = None) -> DecodedText:
    """Return the text of a novel; each paragraph of EPUB, DOCX and HTML is one line.

    `encoding` is that of a text or HTML file. Raises InputError if the file is of no such kind,
    damaged or empty, or unpacks to more than an upload may.
    """
    if data.startswith(SIGNATURE):
        archive = BoundedArchive(data, file_name)
        if _CONTAINER in archive.names:
            text, title = _epub(archive, file_name)
            return replace(_to_decoded_text(text, "epub", file_name), title=title)
        if _DOCUMENT in archive.names:
            return _to_decoded_text(_docx(archive, file_name), "docx", file_name)
        if _WORKBOOK in archive.names:
            raise InputError(
                "{name} is a workbook, not a novel. If it holds the questions, give it as the file "
                "of questions, and an EPUB, DOCX, HTML or text file as the novel.",
                name=file_name,
            )
    decoded = decode_text(data, file_name=file_name, encoding=encoding)
    if PurePath(file_name).suffix.lower() not in _HTML:
        return decoded
    text = _html_text(_decode_as_declared(data, decoded.text, encoding), file_name)
    return _to_decoded_text(text, decoded.encoding, file_name)


def _to_decoded_text(text: str, encoding: str, file_name: str) -> DecodedText:
    if not text.strip():
        raise InputError("{name} is empty. Choose a file that contains text.", name=file_name)
    return DecodedText(text, encoding, warnings=tuple(notices_about(text)))


def _decode_as_declared(data: bytes, text: str, encoding: str | None) -> str:
    """Decode the page by its own charset declaration, unless `encoding` was chosen."""
    named = re.search(rb"""charset\s*=\s*["']?([\w-]{2,30})""", data[:2048], re.IGNORECASE)
    if encoding is not None or named is None:
        return text
    try:
        return data.decode(named[1].decode())
    except (LookupError, ValueError):
        return text


def _epub(archive: BoundedArchive, file_name: str) -> tuple[str, str]:
    """Return the chapters in reading order, joined by blank lines, and the title of the book."""
    container = _xml(archive.read(_CONTAINER), file_name)
    package = next(container.iter("{*}rootfile"), None)
    place = package.get("full-path", "") if package is not None else ""
    if place not in archive.names:
        raise damaged(file_name)
    opf = _xml(archive.read(place), file_name)
    hrefs = {
        item.get("id"): item.get("href", "")
        for item in opf.iter("{*}item")
        if "nav" not in (item.get("properties") or "").split()
    }
    chapters = []
    for reference in opf.iter("{*}itemref"):
        href = urldefrag(unquote(hrefs.get(reference.get("idref")) or "")).url
        chapter = posixpath.normpath(posixpath.join(posixpath.dirname(place), href))
        if href and chapter in archive.names and reference.get("linear") != "no":
            # The spine may name a chapter several times; duplicates are dropped below.
            chapters.append(chapter)
    parts = (_page_text(archive.read(name), file_name) for name in dict.fromkeys(chapters))
    named = next(opf.iter("{http://purl.org/dc/elements/1.1/}title"), None)
    title = _joined(_line(named.text)) if named is not None else ""
    return "\n\n".join(part for part in parts if part), title


def _page_text(data: bytes, file_name: str) -> str:
    """Return the text of a chapter, parsed as XHTML or, if that fails, as lenient HTML."""
    try:
        return _text_of(_xml(data, file_name), file_name)
    except InputError:
        return _html_text(decode_text(data, file_name=file_name).text, file_name)


def _html_text(text: str, file_name: str) -> str:
    parser = html.HTMLParser(recover=True, remove_comments=True, remove_pis=True, encoding="utf-8")
    try:
        root = html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.LxmlError, ValueError) as error:
        raise InputError(
            "{name} is not an HTML page. Save it as plain text (.txt) and use that.",
            name=file_name,
        ) from error
    return _text_of(root, file_name)


def _text_of(root: etree._Element, file_name: str) -> str:
    """Return one line per block, without blank lines, ruby readings, scripts and menus."""
    pieces: list[str] = []
    skipped = 0
    for number, (event, node) in enumerate(etree.iterwalk(root, events=("start", "end"))):
        if number > _MOST_NODES:
            raise _too_many(file_name)
        if not isinstance(node.tag, str):
            pieces += [_line(node.tail)] if event == "end" and not skipped else []
            continue
        name = etree.QName(node).localname.lower()
        breaks = "\n" if name in _BLOCKS else ""
        if event == "start":
            skipped += name in _SKIPPED
            if not skipped:
                pieces += [breaks, "\n" if name == "br" else "", _line(node.text)]
        else:
            skipped -= name in _SKIPPED
            if not skipped:
                pieces += [breaks, _line(node.tail)]
    return _joined("".join(pieces))


def _line(text: str | None) -> str:
    return _BLANK.sub(" ", text) if text else ""


def _joined(text: str) -> str:
    lines = (line.strip(" ") for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _docx(archive: BoundedArchive, file_name: str) -> str:
    """Return the paragraphs of the body and its tables, without text deleted in tracked changes."""
    root = _xml(archive.read(_DOCUMENT), file_name)
    return _joined("".join(_docx_pieces(root, file_name)))


def _docx_pieces(root: etree._Element, file_name: str) -> Iterator[str]:
    tags = [f"{_WORD}{name}" for name in ("p", "t", "tab", "br", "cr")]
    marks = {tags[2]: "\t", tags[3]: "\n", tags[4]: "\n"}
    for number, (event, node) in enumerate(etree.iterwalk(root, events=("start", "end"), tag=tags)):
        if number > _MOST_NODES:
            raise _too_many(file_name)
        if node.tag == tags[0]:
            yield "\n"
        elif event == "end":
            yield marks.get(str(node.tag)) or node.text or ""


def _xml(data: bytes, file_name: str) -> etree._Element:
    """Parse without resolving entities, reading other files or using the network."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        return etree.fromstring(_NAMED.sub(_numbered, _DOCTYPE.sub(b"", data, count=1)), parser)
    except (etree.LxmlError, ValueError) as error:
        raise damaged(file_name) from error


_DOCTYPE = re.compile(rb"<!DOCTYPE[^\[>]{0,1000}>")
_NAMED = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,30});")


def _numbered(match: re.Match[bytes]) -> bytes:
    """Turn an HTML entity such as &nbsp; into its number, which XML knows; keep all others."""
    name = match[1].decode()
    code = None if name in ("amp", "lt", "gt", "quot", "apos") else name2codepoint.get(name)
    return match[0] if code is None else b"&#%d;" % code


def _too_many(file_name: str) -> InputError:
    return InputError("{name} has too many parts to be read. Split the file.", name=file_name)
