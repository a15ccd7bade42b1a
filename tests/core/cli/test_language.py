"""Commands speak English or Chinese; what machines read is the same in both."""

import argparse
import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cli.language import chosen_language, speaking
from core.cli.main import command_parser, main
from core.cli.parser import ARGPARSE_WORDS, argparse_translated
from core.cli.text_width import text_width, wrapped
from core.errors import ConfigurationError
from core.locale import wording
from core.locale.extraction import messages
from tests.core.cli.commands import SAMPLE

NOVEL, QUESTIONS = SAMPLE / "en_story.md", SAMPLE / "en_questions.jsonl"
ENGLISH = re.compile(r"[A-Za-z]+(?: [a-z]+){3,}")
"""Four words in a row; names of options, formats and values stand alone."""
FOR_PROGRAMMERS = re.compile(
    r"mutually exclusive|is required for|invalid option string|conflict|dest=|merge|callable|"
    r"multiple subparser|'required'|argument \"-\"|can't open|unexpected option|__call__|"
    r"subcommands|version"
)


def _parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _parsers(inner)


def _helps(language: str) -> dict[str, str]:
    with speaking(language), argparse_translated():
        return {parser.prog: parser.format_help() for parser in _parsers(command_parser())}


def test_every_help_is_in_the_language_chosen() -> None:
    english, chinese = _helps("en"), _helps("zh_CN")
    assert len(english) > 25
    assert english.keys() == chinese.keys()
    for prog, text in chinese.items():
        _usage, _, described = text.partition("\n\n")
        assert not ENGLISH.search(described), prog
        assert text != english[prog]
        assert text.startswith("用法: ")
    assert not any(re.search("[一-鿿]", text) for text in english.values())


def test_no_sentence_of_the_catalogue_is_left_in_a_chinese_help() -> None:
    chinese = wording("zh_CN")
    helps = [" ".join(text.split()) for text in _helps("zh_CN").values()]
    untranslated = [
        message.text
        for message in messages()
        if message.file.startswith("core/cli/")
        and " " in message.text
        and chinese(message.text) != message.text
        for text in helps
        if message.text in text
    ]
    assert untranslated == []


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--language", "zh_CN", "verify", "--help"], "按策略、商品目录和用户行为检查文案。"),
        (["--language=en", "verify", "--help"], "Check copy against a policy, a catalogue and"),
        (["--language", "zh_CN", "--help"], "显示此帮助并退出"),
    ],
)
def test_help_is_printed_in_the_language_before_the_command(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    assert line in capsys.readouterr().out


def test_all_that_argparse_says_to_a_user_is_in_the_catalogue() -> None:
    """A newer Python may say more."""
    known = set(ARGPARSE_WORDS)
    said = {
        argument.value
        for node in ast.walk(ast.parse(inspect.getsource(argparse)))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("_", "ngettext")
        for argument in node.args[:2]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }
    missing = {text for text in said - known if not FOR_PROGRAMMERS.search(text)}
    assert missing <= {"argument %(argument_name)s: %(message)s"}, "translated by CommandParser"
    placeholder = re.compile(r"%(?:\(\w+\))?[sr]")
    for text in ARGPARSE_WORDS:
        assert placeholder.findall(wording("zh_CN")(text)) == placeholder.findall(text)


def test_argparse_speaks_its_own_words_again_afterwards() -> None:
    before = vars(argparse)["_"]
    with pytest.raises(SystemExit):
        main(["--language", "zh_CN", "nowhere"])
    assert vars(argparse)["_"] is before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "参数 COMMAND: 无效的选择：'nowhere'"),
        ([], "缺少必需的参数：COMMAND"),
        (["verify", "--out", "o"], "必须提供以下参数之一：--candidates --sample"),
        (["verify", "--sample", "--out"], "参数 --out: 需要一个值"),
        (["verify", "--sample", "--out", "o", "--now", "now"], "参数 --now: 'now' 不是时间"),
        (["validate", "--resume", "--restart"], "参数 --restart: 不能与参数 --resume 同时使用"),
        (["delete", "source", "x"], "参数 id: 请写列表中的编号"),
        (["health", "--more"], "无法识别的参数：--more"),
        (["ask", "why", "--loop", "--npc", "x"], "参数 --npc: 不能与 --loop 同用"),
    ],
)
def test_wrong_use_is_told_in_chinese(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--language", "zh_CN", *arguments])
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert f"错误: {message}" in error
    assert not ENGLISH.search(error.partition("错误: ")[2])


def test_errors_of_files_are_told_in_chinese_and_for_a_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, out = tmp_path / "empty.txt", str(tmp_path / "out.jsonl")
    empty.write_text("")
    missing = str(tmp_path / "missing.txt")
    for novel, message in (
        (missing, f"错误: {missing}：文件无法读取：文件或文件夹不存在。请检查路径。"),
        (str(empty), f"错误: {empty} 为空，请选择含有文本的文件。"),
    ):
        arguments = ["validate", "--novel", novel, "--questions", str(QUESTIONS), "--out", out]
        assert main(["--language", "zh_CN", *arguments]) == 2
        assert capsys.readouterr().err.strip() == message
        assert main(arguments) == 2
        assert "upload" not in capsys.readouterr().err.casefold()


def test_a_file_that_cannot_be_read_in_full_is_named_without_a_browser() -> None:
    core = {
        message.text
        for message in messages()
        if message.file.startswith(("core/text", "core/questions", "core/depth", "core/cli"))
    }
    assert [text for text in core if "pload" in text] == []


def _files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


TIMES = re.compile(
    rb'"(?:latency\w*|elapsed\w*|\w*seconds|test_date|timestamp|\w+_at|checkedAt|now)": ?[^,}]+'
)


def test_what_machines_read_is_the_same_in_both_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = tmp_path / "questions.jsonl"
    questions.write_text(QUESTIONS.read_text("utf-8") + '{"question": ""}\n', "utf-8")
    written, codes, said = {}, {}, {}
    for language in ("en", "zh_CN"):
        folder = tmp_path / language
        folder.mkdir()

        def run(*arguments: str | Path, language: str = language) -> int:
            return main(["--language", language, *map(str, arguments)])

        files = ("--novel", NOVEL, "--questions", questions)
        reports = ("--summary", folder / "s.json", "--refused", folder / "r.jsonl")
        codes[language] = [
            run("validate", *files, "--out", folder / "v.jsonl", *reports, "--quiet"),
            run("verify", "--sample", "--out", folder / "c.jsonl", "--summary", folder / "cs.json"),
            run(
                *("test", *files, "--out", folder / "t.jsonl", "--quiet"),
                *("--context-lengths", "1000", "--summary", folder / "ts.json"),
            ),
        ]
        capsys.readouterr()
        codes[language].append(
            run(
                *("heatmap", folder / "t.jsonl", "--out", folder / "h.html"),
                *("--csv", folder / "h.csv", "--json", folder / "h.json"),
            )
        )
        said[language] = capsys.readouterr().out
        (folder / "h.html").unlink()  # for people
        written[language] = {
            name: TIMES.sub(b"", data).replace(bytes(folder), b"")
            for name, data in _files(folder).items()
        }
    assert codes["en"] == codes["zh_CN"] == [1, 0, 1, 0]
    assert written["en"].keys() == written["zh_CN"].keys()
    for name, content in written["en"].items():
        assert content == written["zh_CN"][name], name
    assert "accuracy" in said["en"]
    assert "正确率" in said["zh_CN"]


def test_a_validation_is_told_in_chinese(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = tmp_path / "questions.jsonl"
    questions.write_text(QUESTIONS.read_text("utf-8") + '{"question": ""}\n', "utf-8")
    files = ["--novel", str(NOVEL), "--questions", str(questions)]
    out = str(tmp_path / "out.jsonl")
    assert main(["--language", "zh_CN", "validate", *files, "--out", out]) == 1
    error = capsys.readouterr().err
    assert "个词元（cl100k_base）" in error
    assert "行被拒收: questions.jsonl 第" in error
    assert "校验中" in error
    assert "完成，但有问题\n" in error
    assert "通过率" in error
    assert not ENGLISH.search(error)


def test_a_verification_and_its_policies_are_told_in_chinese(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out.jsonl")
    assert main(["--language", "zh_CN", "verify", "--sample", "--quiet", "--out", out]) == 0
    error = capsys.readouterr().err
    assert "已判定" in error
    assert not ENGLISH.search(error)
    assert main(["--language", "zh_CN", "policy", "test", "v1.2.0"]) in (0, 1)
    assert main(["--language", "zh_CN", "policy", "lint", "v1.2.0"]) == 0
    assert main(["--language", "zh_CN", "policy", "replay", "v1.0.0", out]) == 1
    printed = capsys.readouterr().out
    assert "错误 0 个" in printed
    assert "结论改变" in printed
    assert not ENGLISH.search(printed)


def test_a_database_that_is_not_there_is_told_in_chinese(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'none.db'}")
    assert main(["--language", "zh_CN", "health"]) == 1
    told = capsys.readouterr()
    assert "数据库: 未知" in told.out
    assert "错误: DATABASE_URL 所指之处没有证据台数据" in told.err


@pytest.mark.parametrize(
    ("arguments", "environ", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "zh_CN.UTF-8"}, "zh_CN"),
        ([], {"LANG": "zh_TW.UTF-8"}, "zh_CN"),
        ([], {"LANG": "de_DE.UTF-8"}, "en"),
        ([], {"LANG": "C.UTF-8"}, "en"),
        ([], {"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ([], {"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "zh_CN"),
        ([], {"LC_ALL": "C", "LC_MESSAGES": "zh_CN.UTF-8", "LANG": "zh_CN.UTF-8"}, "en"),
        ([], {"LC_ALL": "", "LANG": "zh_CN.UTF-8"}, "zh_CN"),
        ([], {"DESK_LANGUAGE": "zh_CN", "LC_ALL": "en_US.UTF-8"}, "zh_CN"),
        ([], {"DESK_LANGUAGE": "en", "LANG": "zh_CN.UTF-8"}, "en"),
        (["--language", "zh_CN", "health"], {"DESK_LANGUAGE": "en"}, "zh_CN"),
        (["--language=en", "health"], {"DESK_LANGUAGE": "zh_CN"}, "en"),
        (["heatmap", "--language", "zh_CN"], {}, "en"),
        (["--language", "klingon", "health"], {"LANG": "zh_CN.UTF-8"}, "zh_CN"),
        (["--language"], {}, "en"),
    ],
)
def test_the_language_is_the_one_that_was_asked_for(
    arguments: list[str], environ: dict[str, str], language: str
) -> None:
    assert chosen_language(arguments, environ) == language


def test_a_language_that_there_is_not_is_wrong_use(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ConfigurationError):
        chosen_language([], {"DESK_LANGUAGE": "klingon"})
    monkeypatch.setenv("DESK_LANGUAGE", "klingon")
    assert main(["health"]) == 2
    assert "DESK_LANGUAGE is 'klingon'. Set it to one of: en, zh_CN." in capsys.readouterr().err


def test_chinese_is_wrapped_by_its_width_and_never_before_a_closing_mark() -> None:
    text = (
        "退出码：0 完成，无论结论如何；1 完成但有问题，或失败：有行被拒收（--refused FILE）。" * 3
    )
    lines = wrapped(text, 30)
    assert all(text_width(line) <= 30 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert not any(line[0] in "，。；：、）" for line in lines)
    assert not any(line[-1] == "（" for line in lines)
