"""Chinese is complete: every sentence of the code has one, with the same placeholders."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from core.errors import InputError, Sentence
from core.llm.errors import FailureKind
from core.locale import (
    DEFAULT_LANGUAGE,
    LANGUAGES,
    N_n,
    catalogue,
    language_of,
    plural_form,
    wording,
)
from core.locale.__main__ import main
from core.locale.catalogue import catalogue_file
from core.locale.extraction import KEYWORDS, messages
from core.services.runs.leaks import LEAKED
from core.validation import FailureReason, SkipReason
from pages.components.wording import REASONS

ROOT = Path(__file__).parents[3]
ONE_WORD = {
    "校验": "验证",
    "修改": "改正",
    "收录": "收入",
    "撤销": "撤回",
    "标注员": "审阅人",
    "审核结论": "裁定",
    "题目": "问题",
    "词元": "令牌",
    "你": "您",
    "95%": "95 %",
}
"""Of Chinese: what the desk says, and what else it might say for the same."""
_PLACEHOLDER = re.compile(r"{(\w+)(?:![rs])?(?::[^{}]*)?}")


def _placeholders(text: str) -> set[str]:
    return set(_PLACEHOLDER.findall(text))


@cache
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


def test_a_missing_translation_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What `python -m core.locale --check` says, and its exit code."""
    file = tmp_path / "zh_CN" / "LC_MESSAGES" / "desk.po"
    file.parent.mkdir(parents=True)
    whole = catalogue_file("zh_CN").read_text("utf-8")
    there = 'msgid "Language"\nmsgstr "语言"\n'
    assert there in whole
    file.write_text(whole.replace(there, 'msgid "Language"\nmsgstr ""\n'), "utf-8")
    monkeypatch.setattr(catalogue, "HERE", tmp_path)
    monkeypatch.setattr("sys.argv", ["python -m core.locale", "--check"])
    assert main() == 1
    assert capsys.readouterr().out == "简体中文: not translated: Language\n"


def test_only_other_languages_have_a_catalogue() -> None:
    """English is what the code says."""
    folders = {file.parts[-3] for file in catalogue.HERE.glob("*/LC_MESSAGES/*")}
    assert folders == set(LANGUAGES) - {DEFAULT_LANGUAGE}


def test_no_sentence_is_written_where_it_cannot_be_extracted() -> None:
    """Babel does not look into an f-string, nor at a choice between two sentences."""
    files = [f for package in ("core", "pages") for f in (ROOT / package).rglob("*.py")]
    assert [file for file in files if list(_hidden(ast.parse(file.read_text("utf-8"))))] == []


def _hidden(tree: ast.AST) -> Iterator[ast.Call]:
    for outer in ast.walk(tree):
        inside = ast.walk(outer) if isinstance(outer, ast.JoinedStr) else [outer]
        for call in inside:
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
                continue
            places = KEYWORDS.get(call.func.id, ())
            given = [call.args[n - 1] for n in places if n <= len(call.args)]
            hides = ast.Constant if isinstance(outer, ast.JoinedStr) else ast.IfExp | ast.BinOp
            if any(isinstance(argument, hides) for argument in given):
                yield call


def test_every_error_that_is_made_with_a_sentence_is_extracted() -> None:
    """A class that is no keyword would stay English, without a word."""
    trees = [
        ast.parse(file.read_text("utf-8"))
        for package in ("core", "pages", "db")
        for file in (ROOT / package).rglob("*.py")
    ]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    errors = {"DeskError"}
    while (
        more := {
            node.name
            for node in nodes
            if isinstance(node, ast.ClassDef)
            and {ast.unparse(base) for base in node.bases} & errors
        }
        - errors
    ):
        errors |= more
    made = {
        ast.unparse(node.func)
        for node in nodes
        if isinstance(node, ast.Call)
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }
    assert {"InputError", "ResultsNotWritten"} <= made & errors <= set(KEYWORDS)


def test_every_keyword_is_a_name_of_the_code() -> None:
    """A class that is renamed would take its sentences out of the catalogue, without a word."""
    files = [f for package in ("core", "pages") for f in (ROOT / package).rglob("*.py")]
    definition = re.compile(r"^ *(?:class|def) (\w+)", re.MULTILINE)
    defined = {name for file in files for name in definition.findall(file.read_text("utf-8"))}
    gettext_names = {"_", "_n"}
    assert set(KEYWORDS) - gettext_names - defined == set()


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
    error = InputError("{name} is empty. Choose a file that contains text.", name="a.txt", line=3)
    assert error.translate(wording("zh_CN")) == "第 3 行：a.txt 为空，请选择含有文本的文件。"
    assert error.translate(wording("en")) == str(error)


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


COUNTED = re.compile(
    r"\{(?:n|count|days|cap|which|flipped|same|failed|left|missing|unmatched|matched)\}"
    r"(?: of \{\w+\})? (?:[a-z]+ )?"
    r"(?:questions|replies|rows|trials|results|verdicts|candidates|characters|points|places|runs|"
    r"decisions|cases|faults|pairs|calls|tokens|cells|options|marks|words|days|years|models|times|"
    r"positions|answers|users|are|have|were|match|need|differ|change|fail|include|begin|lie|look)\b"
)
NEVER_ONE = {
    "No effective length: none of {n} questions was answered correctly even from the evidence "
    "alone.",
    "{n} of {all} runs",
    "{n} of {total} rows will be imported. Nothing is stored yet.",
    "{n} of {asked} selected questions will change.",
    "Ask at least {n} questions.",
    "Showing one in {n} results.",
    "Showing the newest {n} runs.",
    "None of the first {n} questions got a reply that can be read, so the run was paused before "
    "more is paid for. Look at the reply below, then go on, or ask for another format or model.",
    "The pattern takes {taken} ms for {n} characters; {limit} are allowed. Shorten repetitions "
    "such as .{{1,500}}, or list words.",
    "The evidence from {start} to {end} lies outside the text of {n} characters. Look it up again.",
    "… {n} more characters …",
    "… {n} unchanged characters …",
    "{n} characters",
    "Showing the {n} pairs with the most questions in common.",
    "A single_choice question has {count} answers. Keep one, or use multi_choice.",
    "Decisions in {n} days",
    "The file has results of {count} models. Import at most {most} at a time.",
    "The next call may use {most} tokens, but {spent} of the cap of {cap} tokens are already used. "
    "Raise the cap to resume; nothing is asked twice.",
    "{count} words are all caps.",
    "{n} tokens",
    "{n} tokens of padding",
    "{n} users are called {user}. Use the number shown by `users list`.",
    "“{word}” appears {count} times. Keep one of them.",
}
"""Sentences whose number is a limit or a length that is never so short, or that fit one too."""


def test_what_counts_has_a_singular_of_its_own() -> None:
    single = {message.text for message in messages() if message.plural is None}
    found = {text for text in single if COUNTED.search(text)}
    assert found - NEVER_ONE == set()


def test_a_stored_sentence_is_translated_in_either_form() -> None:
    """Of both English forms, of which one is raised or stored, the Chinese is the same."""
    forms = N_n(
        "The question has {count} option. Give it 2 to 26.",
        "The question has {count} options. Give it 2 to 26.",
    )
    for count, english in ((1, "1 option. "), (27, "27 options. ")):
        error = InputError(plural_form(forms, count), count=count)
        assert english in str(error)
        assert error.translate(wording("zh_CN")) == f"该题有 {count} 个选项，应为 2 至 26 个。"


def test_a_sentence_within_an_error_is_translated_with_it() -> None:
    inner = Sentence("No such file or directory")
    error = InputError("Cannot read the file: {cause}. Check the path.", cause=inner)
    assert str(error) == "Cannot read the file: No such file or directory. Check the path."
    assert "文件或文件夹不存在" in error.translate(wording("zh_CN"))


def test_the_empty_sentence_stays_empty() -> None:
    assert all(wording(language)("") == "" for language in LANGUAGES)


def test_no_page_shows_a_literal_that_skipped_translation() -> None:
    """Calls that draw text take it through `_`, never as a bare sentence."""
    drawing = re.compile(r"(?:title|subheader|notice|caption|figure|button)\(\s*f?\"[A-Za-z]{2}")
    pages = ROOT / "pages"
    found = [f.name for f in pages.rglob("*.py") if drawing.search(f.read_text(encoding="utf-8"))]
    assert found == []
