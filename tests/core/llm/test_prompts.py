import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ConfigurationError, NotFoundError
from core.llm.prompts import PACKAGED, PromptTemplateManager
from tests.core.llm.asked import CHOICE, PROMPTS, prompt


@given(
    st.text() | st.sampled_from(["{{question}}", "{0} {x} %s", "\\1 \\g<0>", "</text>\n{{item}}"])
)
def test_a_context_survives_byte_for_byte(context: str) -> None:
    user = prompt(context=context).messages[1].content
    assert user.startswith(f"<text>\n{context}\n</text>\n\nType: single choice.")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_both_languages_show_everything_with_the_context_before_the_question(language: str) -> None:
    rendered = PROMPTS.render("validation_prompt", language, dict(prompt().variables))
    system, user = (message.content for message in rendered.messages)
    assert user.index("Ann went home at six.") < user.index("Who went home") < user.index("b. Ann")
    for field in ("answer", "evidence", "is_answerable", "confidence", "reasoning"):
        assert f'"{field}"' in system
    assert rendered.language == language


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_depth_test_shows_the_context_first_and_closed_book_none(language: str) -> None:
    variables = dict(prompt().variables)
    system, user = PROMPTS.render("depth_prompt", language, variables).messages
    text = user.content
    assert text.startswith("<text>\nIt rained all day.")
    assert text.index("Ann went home at six.") < text.index("Who went home") < text.index("b. Ann")
    assert '{"answer": []}' in system.content, "a reader may say that the text does not tell"
    closed = PROMPTS.render("depth_closed_book_prompt", language, variables)
    assert "Ann went home at six." not in closed.messages[1].content
    assert '{"answer": [' in closed.messages[0].content
    assert closed.task == "depth"


def test_the_question_type_is_worded_in_the_language() -> None:
    chinese = PROMPTS.render(
        "validation_prompt", "zh", {**prompt().variables, "question_type": "multi_choice"}
    )
    assert "多选题" in chinese.messages[1].content
    with pytest.raises(ConfigurationError, match="question_type is 'essay'"):
        prompt(question_type="essay")


def test_the_item_travels_with_the_prompt_but_is_not_sent() -> None:
    first, second = prompt("x", question="Who?"), prompt("y", question="Who?")
    assert first.variables["item"] == "x"
    assert first.content_hash == second.content_hash
    assert first.variables["choice"] == CHOICE


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"context": None}, "The variable context has the type NoneType"),
        ({"extra": "x"}, "named: extra"),
    ],
)
def test_wrong_variables_are_named(change: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        prompt(**change)


def test_missing_variables_are_named() -> None:
    with pytest.raises(ConfigurationError, match="also needs: choice, item, question"):
        PROMPTS.render("validation_prompt", "en", {"context": "", "question_type": ""})


def test_unknown_templates_and_languages_name_the_known_ones() -> None:
    with pytest.raises(NotFoundError, match="validation_prompt"):
        PROMPTS.info("essay_prompt")
    with pytest.raises(ConfigurationError, match="en, zh"):
        PROMPTS.render("validation_prompt", "fr", prompt().variables)


def _broken(tmp_path, change):  # type: ignore[no-untyped-def]
    template = json.loads((PACKAGED / "validation_prompt.json").read_text("utf-8"))
    change(template)
    (tmp_path / "mine.json").write_text(json.dumps(template), "utf-8")
    return PromptTemplateManager(tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t["languages"].pop("zh"), "mine.json.*language zh is missing"),
        (lambda t: t.update(colour="red"), "mine.json: colour"),
        (lambda t: t["languages"]["zh"].update(user="{{context}}"), "zh texts disagree.*choice"),
        (lambda t: t["shown"].append("mood"), r"disagree about \['mood'\]"),
        (lambda t: t.pop("version"), "mine.json: version"),
    ],
)
def test_a_template_file_is_checked_when_it_is_loaded(tmp_path, change, message) -> None:
    with pytest.raises(ConfigurationError, match=message):
        _broken(tmp_path, change)


def test_a_directory_without_templates_is_refused(tmp_path) -> None:
    with pytest.raises(ConfigurationError, match="has no prompt templates"):
        PromptTemplateManager(tmp_path)


def test_the_hash_follows_the_content_of_the_template(tmp_path) -> None:
    changed = _broken(tmp_path, lambda t: t["languages"]["en"].update(system="Be brief."))
    same = _broken(tmp_path, lambda t: None)
    packaged = PROMPTS.info("validation_prompt")
    assert same.info("mine").hash == packaged.hash != changed.info("mine").hash
    assert prompt().template_hash == packaged.hash
