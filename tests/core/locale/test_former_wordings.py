"""Sentences that a database holds in the words of an earlier release read as today's."""

import ast
import json
import lzma
import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from core.errors import Sentence
from core.locale import catalogue, wording
from core.locale.__main__ import main
from core.locale.catalogue import former_wordings
from core.locale.extraction import messages

ROOT = Path(__file__).parents[3]
RELEASE = ROOT / "tests" / "db" / "release" / "desk.db.xz"
PLACEHOLDER = re.compile(r"{(\w+)")
IN_OTHER_TABLES = {"second_tries.py", "lexical_client.py"}
"""What is said to a model, and in the language of the novel."""


def stored_messages(value: Any) -> Iterator[str]:
    """Every `message` of a stored value, however deep."""
    if isinstance(value, dict):
        if isinstance(value.get("message"), str):
            yield value["message"]
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from stored_messages(inner)


def sentences_of(desk: Path) -> set[str]:
    """Templates that its tables hold: in JSON, and in the columns that name one."""
    found: set[str] = set()
    with sqlite3.connect(desk) as connection:
        connection.row_factory = sqlite3.Row
        for table in ("run_item", "import_issue", "copy_issue", "copy_audit", "answer_trace"):
            for row in connection.execute(f'SELECT * FROM "{table}"'):
                for name, value in dict(row).items():
                    if name in ("error", "message") and value:
                        found.add(value)
                    elif isinstance(value, str):
                        with suppress(ValueError):
                            found |= set(stored_messages(json.loads(value)))
    return found


def test_every_sentence_of_a_desk_of_the_last_release_is_chinese(tmp_path: Path) -> None:
    desk = tmp_path / "desk.db"
    desk.write_bytes(lzma.decompress(RELEASE.read_bytes()))
    stored = sentences_of(desk) - {"{said}"}  # somebody else's words
    assert len(stored) > 40
    in_chinese = {sentence: wording("zh_CN")(sentence) for sentence in stored}
    assert [text for text, chinese in in_chinese.items() if not re.search("[一-鿿]", chinese)] == []
    assert "The links were taken out." in stored
    assert in_chinese["The links were taken out."] == wording("zh_CN")("Links removed.")


def test_a_former_sentence_is_filled_in_with_what_was_stored_beside_it() -> None:
    former = Sentence("{count} words are in capitals.", {"count": 3})
    assert former.translate(wording("en")) == "3 words are all caps."
    assert former.translate(wording("zh_CN")) == Sentence(
        "{count} words are all caps.", {"count": 3}
    ).translate(wording("zh_CN"))


def test_todays_words_need_nothing_that_was_not_stored() -> None:
    needing = {
        old: now
        for old, now in former_wordings().items()
        if not set(PLACEHOLDER.findall(now)) <= set(PLACEHOLDER.findall(old))
    }
    assert needing == {}


def test_a_former_wording_that_leads_nowhere_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By `python -m core.locale --check`, so that whoever rewords the sentence again sees it."""
    table = tmp_path / "former.json"
    table.write_text(json.dumps({"It was.": "It is no sentence of the desk."}), "utf-8")
    monkeypatch.setattr(catalogue, "FORMER", table)
    monkeypatch.setattr("sys.argv", ["python -m core.locale", "--check"])
    former_wordings.cache_clear()
    try:
        assert main() == 1
    finally:
        former_wordings.cache_clear()
    assert "It is no sentence of the desk." in capsys.readouterr().out


def test_no_sentence_of_the_rooms_is_left_unmarked() -> None:
    """A sentence in a table, or one that a class hands to its base, is easily not extracted."""
    known = {message.text for message in messages()}
    known |= {message.plural for message in messages() if message.plural}
    rooms = ("depth", "llm", "questions", "services", "validation", "verification")
    files = [file for room in rooms for file in (ROOT / "core" / room).rglob("*.py")]
    unmarked = [
        (file.name, text)
        for file in files
        if file.name not in IN_OTHER_TABLES
        for text in _templates(ast.parse(file.read_text("utf-8")))
        if text not in known
    ]
    assert unmarked == []


def _templates(tree: ast.AST) -> Iterator[str]:
    """Literal sentences with a place to fill in, but for docstrings."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if id(node) in docstrings:
            continue
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and re.fullmatch(r"[A-Z{][^\n]*{\w+}[^\n]*\.", text):
            yield text
