"""Chinese is complete: every sentence of the code has one, with the same placeholders."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from core.errors import InputError
from core.llm.errors import FailureKind
from core.locale import LANGUAGES, language_of, wording
from core.locale.catalogue import catalogue_file
from core.locale.extraction import messages
from core.services.runs.leaks import LEAKED
from core.validation import FailureReason, SkipReason
from pages.components.wording import REASONS

ONE_WORD = {
    "校验": "验证",
    "改正": "更正",
    "收录": "收入",
    "撤销": "撤回",
    "审阅人": "审阅者",
    "题目": "问题",
    "词元": "令牌",
    "你": "您",
    "95 %": "95%",
}
"""Of Chinese: what the desk says, and what else it might say for the same."""
_PLACEHOLDER = re.compile(r"{(\w+)(?:![rs])?(?::[^{}]*)?}")


def _placeholders(text: str) -> set[str]:
    return set(_PLACEHOLDER.findall(text))


def _chinese() -> dict[str, str]:
    with catalogue_file("zh_CN").open("rb") as file:
        catalogue = read_po(file, locale="zh_CN")
    found = {}
    for message in catalogue:
        one = message.id[0] if isinstance(message.id, list | tuple) else message.id
        said = message.string
        found[one] = said[0] if isinstance(said, list | tuple) else said
    return found


def test_every_sentence_of_the_code_is_translated() -> None:
    chinese = _chinese()
    missing = {message.text for message in messages() if not chinese.get(message.text)}
    assert not missing, "run `python -m core.locale` and translate these"


def test_translations_keep_the_placeholders() -> None:
    chinese = _chinese()
    wrong = [
        message.text
        for message in messages()
        if _placeholders(chinese[message.text]) != _placeholders(message.plural or message.text)
    ]
    assert wrong == []


def test_no_translation_is_left_over() -> None:
    assert set(_chinese()) - {""} == {message.text for message in messages()}


@pytest.mark.parametrize(("word", "other"), ONE_WORD.items())
def test_chinese_has_one_word_for_one_thing(word: str, other: str) -> None:
    said = _chinese().values()
    assert any(word in one for one in said)
    # A question that "has a problem" is a faulty one.
    assert [one for one in said if other in one.replace("有问题", "")] == []


def test_every_reason_has_a_name_and_a_meaning() -> None:
    assert set(REASONS) == {*FailureReason, *FailureKind, *SkipReason, LEAKED}


def test_an_error_is_worded_in_the_readers_language() -> None:
    error = InputError("{name} is empty. Upload a file that contains text.", name="a.txt", line=3)
    assert error.worded(wording("zh_CN")) == "第 3 行: a.txt 是空的，请上传含有文本的文件。"
    assert error.worded(wording("en")) == str(error)


@pytest.mark.parametrize(
    ("locale", "language"),
    [("zh-CN", "zh_CN"), ("zh", "zh_CN"), ("en-GB", "en"), ("fr-FR", "en"), (None, "en")],
)
def test_the_browsers_locale_chooses_the_language(locale: str | None, language: str) -> None:
    assert language_of(locale) == language


def test_plurals_follow_the_number() -> None:
    english, chinese = wording("en"), wording("zh_CN")
    assert english.count("{n} question", "{n} questions", 1) == "1 question"
    assert english.count("{n} question", "{n} questions", 2) == "2 questions"
    assert english.count("{n} question", "{n} questions", 1320) == "1,320 questions"
    assert chinese.count("{n} question", "{n} questions", 2) == "2 题"


def test_the_empty_sentence_stays_empty() -> None:
    assert all(wording(language)("") == "" for language in LANGUAGES)


def test_no_page_shows_a_literal_that_skipped_translation() -> None:
    """Calls that draw text take it through `_`, never as a bare sentence."""
    drawing = re.compile(r"(?:title|subheader|notice|caption|figure|button)\(\s*f?\"[A-Za-z]{2}")
    pages = Path(__file__).parents[3] / "pages"
    found = [f.name for f in pages.rglob("*.py") if drawing.search(f.read_text(encoding="utf-8"))]
    assert found == []
