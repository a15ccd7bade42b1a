"""Novels are imported, recognised when imported again, and corrected."""

import pytest
from sqlalchemy import Engine

from core.errors import InputError, NotFoundError
from core.services.library import add_source, correct_source, get_source, list_sources
from tests.core.services.library.rows import rows

STORY = "The lamp went out.\r\nNobody had touched it, said the keeper, and nobody would."
CHINESE = "灯灭了。谁也没有碰过它，守灯的人说，以后也不会有人去碰。夜里起了风，海面一片漆黑。"


def add(engine: Engine, text: str = STORY, name: str = "lamp.txt", **kwargs: object) -> int:
    options = {"max_bytes": 1000, "file_name": name, **kwargs}
    return add_source(engine, text.encode(), **options).source_id  # type: ignore[arg-type]


def test_a_novel_is_kept_with_its_title_language_and_encoding(engine: Engine) -> None:
    added = add_source(engine, STORY.encode(), file_name="lamp.txt", max_bytes=1000)
    source = get_source(engine, added.source_id)
    assert not added.already_there
    assert source.text == added.decoded.text == STORY.replace("\r\n", "\n")
    assert (source.title, source.language, source.encoding) == ("lamp", "en", "utf-8")


def test_chinese_is_recognised_and_listed_with_its_length(engine: Engine) -> None:
    add_source(engine, CHINESE.encode("gb18030"), file_name="灯.txt", max_bytes=1000)
    (listed,) = list_sources(engine)
    assert (listed.language, listed.encoding, listed.chars) == ("zh", "gb18030", len(CHINESE))


def test_the_same_text_is_recognised_under_another_name_and_encoding(engine: Engine) -> None:
    first = add(engine)
    again = add_source(
        engine, STORY.encode("utf-16"), file_name="other.txt", title="Other", max_bytes=1000
    )
    assert (again.source_id, again.already_there) == (first, True)
    assert rows(engine)["source_text"] == 1
    assert get_source(engine, first).title == "lamp"


def test_a_file_over_the_limit_is_refused_with_both_sizes_and_the_setting(engine: Engine) -> None:
    with pytest.raises(InputError) as error:
        add_source(engine, b"a" * 3_500_000, file_name="big.txt", max_bytes=2 * 1024 * 1024)
    for part in ("big.txt", "3.3 MB", "2 MB", "DESK_MAX_UPLOAD_MB"):
        assert part in str(error.value)


@pytest.mark.parametrize(
    ("data", "given"),
    [
        (b"", {}),
        (b"\n \n", {}),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), {}),
        (STORY.encode(), {"encoding": "utf-7000"}),
        (STORY.encode(), {"language": "fr"}),
        (STORY.encode(), {"max_bytes": 10}),
    ],
)
def test_what_cannot_be_kept_leaves_the_library_as_it_was(
    engine: Engine, data: bytes, given: dict[str, object]
) -> None:
    add(engine, CHINESE)
    before = rows(engine)
    options = {"file_name": "x.txt", "max_bytes": 1000, **given}
    with pytest.raises(InputError):
        add_source(engine, data, **options)  # type: ignore[arg-type]
    assert rows(engine) == before


def test_title_and_language_can_be_corrected_one_at_a_time(engine: Engine) -> None:
    source_id = add(engine)
    correct_source(engine, source_id, title="  The Lamp ")
    correct_source(engine, source_id, language="zh")
    source = get_source(engine, source_id)
    assert (source.title, source.language) == ("The Lamp", "zh")
    with pytest.raises(InputError, match="title is empty"):
        correct_source(engine, source_id, title=" ")
    with pytest.raises(InputError, match="Choose en or zh"):
        correct_source(engine, source_id, title="Changed", language="fr")
    assert get_source(engine, source_id).title == "The Lamp"


def test_a_novel_that_is_not_there_is_said_to_be_missing(engine: Engine) -> None:
    with pytest.raises(NotFoundError):
        get_source(engine, 7)
    with pytest.raises(NotFoundError):
        correct_source(engine, 7, title="x")
