import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError
from core.locale import wording
from core.text import ENCODINGS, decode_text, guess_language

CHINESE = (
    "却说那日林黛玉进了荣国府，见过贾母，又见王夫人。宝玉听说来了个妹妹，便走进来问道：“妹妹可曾读书？”"
    "黛玉道：“不曾读，只上了一年学，些须认得几个字。”众人都笑了起来，吃过饭，各自散去。"
)
TRADITIONAL = "卻說那日林黛玉進了榮國府，見過賈母，又見王夫人。寶玉聽說來了個妹妹，便走進來問道。"
FRENCH = (
    "L’été dernier, à Noël, où étaient-ils tous ? « Ça va », dit-elle. La forêt était brûlée ; un "
    "garçon naïf avait créé cela. Élève, être, œuvre, mère. À bientôt, cher François, dit le curé."
)
GERMAN = (
    "Die Straße über die Brücke führt schön nach Österreich. Größe, Äpfel, Übung, weiß ich nicht. "
    "Er sagte: „Müller läuft fröhlich.“ Das Mädchen hörte die Vögel im Frühling; süße Träume."
)
ENGLISH = "He said, “It’s a naïve café—really?” and left. Then she said ‘no’ … and that was it."


def read(data: bytes, encoding: str | None = None):
    return decode_text(data, file_name="novel.txt", encoding=encoding)


@pytest.mark.parametrize("text", [CHINESE, TRADITIONAL, FRENCH, GERMAN, ENGLISH, "plain ascii"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_encodings_are_recognised(text: str, encoding: str) -> None:
    decoded = read(text.encode(encoding))
    assert decoded.text == text
    assert decoded.warnings == ()


@pytest.mark.parametrize("text", [CHINESE, TRADITIONAL, ENGLISH, "plain ascii text"])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_recognised_without_a_mark(text: str, encoding: str) -> None:
    decoded = read(text.encode(encoding))
    assert (decoded.text, decoded.encoding) == (text, encoding)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [CHINESE, "\n plain"])
def test_utf_16_is_recognised_by_its_mark(text: str, encoding: str) -> None:
    decoded = read(("\ufeff" + text).encode(encoding))
    assert (decoded.text, decoded.encoding) == (text, encoding)


@settings(max_examples=300)
@given(st.data())
def test_short_chinese_samples_are_recognised(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([CHINESE, TRADITIONAL]))
    start = data.draw(st.integers(0, len(text) - 4))
    length = data.draw(st.integers(4, 40))
    sample = text[start : start + length]
    assert read(sample.encode("gb18030")).text == sample


@settings(max_examples=300)
@given(st.data())
def test_short_french_german_and_english_samples_are_recognised(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([FRENCH, GERMAN, ENGLISH]))
    start = data.draw(st.integers(0, len(text) - 30))
    sample = text[start : start + data.draw(st.integers(30, 80))]
    if sample.strip():
        assert read(sample.encode("cp1252")).text == sample


HEAD = "This is an English preface, in plain letters.\n" * 2_500


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (CHINESE, "gb18030"),
        (TRADITIONAL * 3, "gb18030"),
        ("國語辭典與歷史文獻研究" * 5, "big5"),
        (FRENCH, "cp1252"),
        (GERMAN, "latin-1"),
        (CHINESE, "utf-16-le"),
        (CHINESE, "utf-8"),
    ],
)
@pytest.mark.parametrize("head", [HEAD, HEAD.replace("\n", " ")])
def test_the_encoding_is_told_from_what_follows_a_long_plain_beginning(
    head: str, text: str, encoding: str
) -> None:
    if encoding == "latin-1":
        text = text.translate({ord("„"): None, ord("“"): None})
    decoded = read((head + text).encode(encoding))
    assert decoded.text == head + text
    assert decoded.replaced == 0


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [CHINESE + "\n" + CHINESE, ENGLISH])
def test_half_a_character_lost_at_the_end_of_utf_16_is_announced(text: str, encoding: str) -> None:
    decoded = read(text.encode(encoding)[:-1])
    assert (decoded.text, decoded.encoding) == (text[:-1] + "\ufffd", encoding)
    assert decoded.replaced == 1
    assert "1 character is unreadable" in str(decoded.warnings[0])


def test_what_was_recognised_is_named() -> None:
    assert read(CHINESE.encode("gb18030")).encoding == "gb18030"
    assert read("國語辭典與歷史文獻研究".encode("big5")).encoding == "big5"
    assert read(FRENCH.encode("cp1252")).encoding == "cp1252"
    assert read(b"plain").encoding == "utf-8"


def test_other_encodings_are_guessed_and_the_guess_is_announced() -> None:
    russian = "Привет, мир. Как дела сегодня? Это русский текст для проверки кодировки."
    decoded = read(russian.encode("cp1251"))
    assert decoded.text == russian
    assert "guessed as cp1251" in str(decoded.warnings[0])


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_a_few_broken_bytes_are_replaced_and_counted(encoding: str) -> None:
    data = (CHINESE * 3).encode(encoding) + b"\xff\xff" + ("\n" + CHINESE).encode(encoding)
    decoded = read(data)
    assert decoded.encoding == encoding
    assert decoded.replaced >= 1
    assert decoded.text.count("\ufffd") == decoded.replaced
    assert f"{decoded.replaced} characters are unreadable" in str(decoded.warnings[0])


def test_replacement_marks_of_the_file_itself_are_announced_but_not_counted_as_ours() -> None:
    decoded = read((CHINESE + "\ufffd").encode())
    assert decoded.replaced == 0
    assert "1 character is unreadable" in str(decoded.warnings[0])


def test_garbled_places_are_announced() -> None:
    decoded = read((CHINESE + "锟斤拷 and cafÃ©").encode())
    assert decoded.warnings[0].params == {"count": 2}
    assert "garbled" in decoded.warnings[0].translate()


def test_a_notice_can_be_shown_in_another_language() -> None:
    notice = read((CHINESE + "\ufffd").encode()).warnings[0]
    assert notice.translate(lambda template: "有 {count} 个字无法读取") == "有 1 个字无法读取"


def test_newlines_become_line_feeds() -> None:
    assert read(b"one\r\ntwo\rthree\n").text == "one\ntwo\nthree\n"


@pytest.mark.parametrize("data", [b"", b" \r\n\t ", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff\x00 "])
def test_an_empty_or_blank_file_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match=r"novel\.txt is empty\. Choose a file"):
        read(data)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n....", "PNG image"),
        (b"PK\x03\x04....", "ZIP archive"),
        (b"%PDF-1.7\n", "PDF document"),
        (b"{\\rtf1 hello}", "RTF document"),
    ],
)
def test_known_binary_files_are_refused_by_kind(data: bytes, kind: str) -> None:
    with pytest.raises(InputError, match=rf"novel\.txt is a {kind}.*Save it as plain text"):
        read(data)


def test_the_kind_of_a_binary_file_is_told_in_the_readers_language() -> None:
    with pytest.raises(InputError) as refused:
        read(b"%PDF-1.7\n")
    assert "是PDF 文档，不是文本文件" in refused.value.translate(wording("zh_CN"))


@pytest.mark.parametrize(
    "data", [b"abc\0def ghi", bytes(range(256)), b"\0" * 20, b"\x01\x02\x03\x04" * 9]
)
def test_other_binary_data_is_refused(data: bytes) -> None:
    with pytest.raises(
        InputError,
        match=r"novel\.txt contains binary data, not text",
    ):
        read(data)


@settings(max_examples=200)
@given(st.binary(max_size=200), st.sampled_from([None, *ENCODINGS, "utf-16", "shift_jis"]))
def test_any_bytes_give_a_text_or_one_clear_refusal(data: bytes, encoding: str | None) -> None:
    try:
        decoded = read(data, encoding)
    except InputError as refused:
        assert "novel.txt" in str(refused)
    else:
        assert decoded.text.strip()
        assert "\0" not in decoded.text
        assert "\r" not in decoded.text


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_person_may_say_which_encoding_it_is(encoding: str) -> None:
    text = {"big5": TRADITIONAL, "cp1252": GERMAN, "latin-1": "Größe und Straße"}.get(
        encoding, CHINESE
    )
    decoded = read(text.encode(encoding), encoding)
    assert (decoded.text, decoded.encoding) == (text, encoding)


@pytest.mark.parametrize(
    ("text", "true", "told"),
    [
        (CHINESE, "gb18030", "utf-8"),
        (CHINESE, "gb18030", "cp1252"),
        (CHINESE, "utf-8", "gb18030"),
        (CHINESE, "utf-8", "utf-16-le"),
        (FRENCH, "cp1252", "utf-8"),
        (FRENCH, "cp1252", "gb18030"),
        ("hello world!", "utf-8", "utf-16-le"),
        ("hello world!", "utf-16-le", "utf-8"),
    ],
)
def test_a_wrong_encoding_is_refused_with_the_fix(text: str, true: str, told: str) -> None:
    with pytest.raises(InputError, match=f"cannot be read as {told}."):
        read(text.encode(true), told)


@pytest.mark.parametrize(
    "name", ["klingon", "rot13", "base64", "hex", "idna", "undefined", "\0", ""]
)
def test_an_unknown_encoding_is_answered_with_the_choices(name: str) -> None:
    with pytest.raises(InputError, match="utf-8, utf-16-le"):
        read(b"text", name)


@pytest.mark.parametrize("text", ["Привет", "😀", "\ufeffhi", "ελληνικά"])
def test_a_right_encoding_is_believed_whatever_the_script(text: str) -> None:
    assert read(text.encode(), "utf-8").text == text.removeprefix("\ufeff")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (CHINESE, "zh"),
        (TRADITIONAL, "zh"),
        (ENGLISH, "en"),
        ("他用 iPhone 打电话给 Tom", "zh"),
        ("The word 道 (dao) means way", "en"),
        ("", "en"),
        ("12345", "en"),
    ],
)
def test_the_language_is_told_from_the_letters(text: str, language: str) -> None:
    assert guess_language(text) == language
