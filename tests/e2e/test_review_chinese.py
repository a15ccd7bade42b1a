"""A day in Chinese: the desk read, a note and a correction composed with an input method."""

import pytest
from playwright.sync_api import CDPSession, Page, expect
from sqlalchemy import Engine

from core.services.review import current_decision, history, revision
from tests.e2e.conftest import at_rest
from tests.e2e.reviewing import LOOK_MS, add_run, look_at, sign

pytestmark = pytest.mark.browser


def test_what_is_composed_is_text_and_its_keys_decide_nothing(other: Page, engine: Engine) -> None:
    run, first = add_run(engine, 3, "ime")
    other.goto(f"/review?run={run}&lang=zh_CN")
    sign(other, "王晓", "继续")
    look_at(other, first)
    for label in ("通过", "修改", "拒绝", "跳过", "申请复核", "撤销", "上一题", "下一题"):
        expect(other.locator(".st-key-desk_bar").get_by_role("button", name=label)).to_be_visible()
    browser = other.context.new_cdp_session(other)

    other.keyboard.press("n")
    _compose(browser, "biaozhu", ("a", "x", "1", "Enter"))
    expect(other.get_by_placeholder("备注（N）")).to_have_value("biaozhu")
    expect(other.get_by_placeholder("备注（N）")).to_be_focused()
    browser.send("Input.insertText", {"text": "标注有误"})
    other.wait_for_timeout(LOOK_MS)
    assert history(engine, first) == []
    other.keyboard.press("Control+Enter")
    look_at(other, first + 1)
    expect(other.get_by_role("status")).to_contain_text("已通过：任务 #")
    kept = current_decision(engine, first)
    assert kept is not None
    assert (kept.action, kept.comment, kept.reasons) == ("keep", "标注有误", ())

    other.keyboard.press("e")
    field = other.locator(".st-key-editor textarea").first
    expect(field).to_be_focused()
    other.keyboard.press("Control+a")
    _compose(browser, "denglong", ("Enter", "Escape"))
    expect(field).to_be_focused()
    browser.send("Input.insertText", {"text": "灯笼挂在哪里？"})
    expect(field).to_have_value("灯笼挂在哪里？")
    expect(other.locator(".st-key-editor_hands")).to_be_visible()
    at_rest(other)
    other.keyboard.press("Control+Enter")
    expect(other.get_by_role("status")).to_contain_text("已修改：任务 #")
    fixed = current_decision(engine, first + 1)
    assert fixed is not None
    assert fixed.revision_id is not None
    assert revision(engine, fixed.revision_id).question.question == "灯笼挂在哪里？"
    assert len(history(engine, first + 1)) == 1


def _compose(browser: CDPSession, letters: str, keys: tuple[str, ...]) -> None:
    """Letters under composition, then keys that are the input method's own, as Chromium tells of
    them: code 229 while something is being composed.
    """
    at = len(letters)
    browser.send(
        "Input.imeSetComposition", {"text": letters, "selectionStart": at, "selectionEnd": at}
    )
    for key in keys:
        for what in ("rawKeyDown", "keyUp"):
            browser.send(
                "Input.dispatchKeyEvent",
                {"type": what, "key": key, "windowsVirtualKeyCode": 229},
            )
