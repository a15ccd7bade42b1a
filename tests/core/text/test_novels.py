"""Novels out of EPUB, DOCX and HTML, and files made to exhaust whoever opens them."""

import io
import zipfile

import pytest

from core.errors import InputError
from core.text import read_novel
from core.text.archives import MOST_UNPACKED, BoundedArchive

CONTAINER = """<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/>
</rootfiles></container>"""
PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf" version="3.0">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title> The
 Ferry</dc:title></metadata><manifest>
<item id="two" href="text/two.xhtml" media-type="application/xhtml+xml"/>
<item id="one" href="text/one%20a.xhtml" media-type="application/xhtml+xml"/>
<item id="toc" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>
</manifest><spine><itemref idref="toc"/><itemref idref="one"/><itemref idref="two"/>
<itemref idref="one"/></spine></package>"""
PAGE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><style>p {}</style></head>
<body><h1>%s</h1><p>The <i>ferry</i>man&nbsp;charged
four pence,<br/>and six after dark.</p></body></html>"""
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
DOCUMENT = f"""<w:document xmlns:w="{WORD}"><w:body>
<w:p><w:r><w:t>The ferry</w:t></w:r><w:ins><w:r><w:t>man</w:t></w:r></w:ins>
<w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Four</w:t><w:tab/><w:t>pence</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
</w:body></w:document>"""


def packed(**members: str | bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def epub(**changed: str) -> bytes:
    members = {
        "META-INF/container.xml": CONTAINER,
        "OEBPS/book.opf": PACKAGE,
        "OEBPS/nav.xhtml": PAGE % "Contents",
        "OEBPS/text/one a.xhtml": PAGE % "One",
        "OEBPS/text/two.xhtml": "<p>第二回 渡<ruby>口<rt>kǒu</rt></ruby><p>灯",
    }
    return packed(**{**members, **changed})


def test_an_epub_is_its_chapters_in_reading_order() -> None:
    novel = read_novel(epub(), file_name="ferry.epub")
    assert novel.text == (
        "One\nThe ferryman\xa0charged four pence,\nand six after dark.\n\n第二回 渡口\n灯"
    )
    assert (novel.encoding, novel.title) == ("epub", "The Ferry")


def test_a_docx_is_its_paragraphs_as_revised() -> None:
    novel = read_novel(packed(**{"word/document.xml": DOCUMENT}), file_name="ferry.docx")
    assert novel.text == "The ferryman\nFour\tpence"


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_a_page_is_its_text_in_the_encoding_it_names(encoding: str) -> None:
    page = (
        f'<html><head><meta charset="{encoding}"><title>书</title></head>'
        "<body><script>no()</script>"
        "<div>老周把灯举高。<p>天黑&amp;雨</p>他说</div><!-- no --></body></html>"
    )
    assert read_novel(page.encode(encoding), file_name="ferry.html").text == (
        "老周把灯举高。\n天黑&雨\n他说"
    )


def test_text_with_tags_in_it_stays_text() -> None:
    assert read_novel(b"<p>verbatim</p>", file_name="ferry.txt").text == "<p>verbatim</p>"


BOMB = """<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
<html><body><p>One &c;&f; two</p></body></html>"""


def test_entities_of_a_files_own_are_neither_expanded_nor_fetched() -> None:
    text = read_novel(epub(**{"OEBPS/text/one a.xhtml": BOMB}), file_name="bomb.epub").text
    assert "hahaha" not in text
    assert "root:" not in text


def test_a_file_that_unpacks_to_too_much_is_refused_before_it_is_unpacked() -> None:
    bomb = packed(**{"word/document.xml": b" " * 1000, "big": bytes(MOST_UNPACKED)})
    assert len(bomb) < 1_000_000
    with pytest.raises(InputError, match=r"bomb\.docx unpacks to more than"):
        read_novel(bomb, file_name="bomb.docx")


@pytest.mark.parametrize(
    "data",
    [
        epub()[:300],
        epub(**{"META-INF/container.xml": "<broken"}),
        epub(**{"META-INF/container.xml": CONTAINER.replace("book.opf", "none.opf")}),
        packed(**{"word/document.xml": "<broken"}),
    ],
)
def test_a_damaged_book_is_one_sentence(data: bytes) -> None:
    with pytest.raises(InputError, match=r"book\.epub is damaged"):
        read_novel(data, file_name="book.epub")


def test_a_book_without_text_is_empty() -> None:
    with pytest.raises(InputError, match="is empty"):
        read_novel(packed(**{"word/document.xml": "<w/>"}), file_name="book.docx")


def test_a_member_is_read_no_further_than_it_declares() -> None:
    archive = BoundedArchive(packed(a=b"x" * 10), "f.zip")
    assert archive.read("a") == b"x" * 10
    with pytest.raises(InputError):
        archive.read("b")


def test_a_workbook_given_as_the_novel_is_named_with_what_to_do() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    with pytest.raises(InputError) as refused:
        read_novel(data.getvalue(), file_name="questions.xlsx")
    assert "give it as the file of questions" in refused.value.translate()
