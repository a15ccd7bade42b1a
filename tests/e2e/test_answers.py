"""The page Answers in a real browser: asked, judged, looped, and the red team's numbers."""

import re

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from core.services.answers import answerer, count_feedback
from tests.core.services.answers.told import (
    PARTLY,
    SUPPORTED,
    UNSUPPORTED,
    store_answer_with_every_support,
)
from tests.e2e.conftest import RUN_MS, click, turn_to
from tests.e2e.contrast import texts_too_pale
from tests.e2e.test_contrast import CLIPPED

TOLD = {"supported": SUPPORTED, "partly": PARTLY, "unsupported": UNSUPPORTED}

pytestmark = pytest.mark.browser


def test_asked_refused_judged_looped_and_the_red_team_asked(page: Page, engine: Engine) -> None:
    npc = answerer(engine, "yantian", "yantian-main", "ancestor_yan").id
    page.goto(f"/answers?lang=zh_CN&npc={npc}")
    box = page.locator(".st-key-ask_query textarea")
    box.fill("敦本堂是哪一年倡建的？")
    click(page.get_by_role("button", name="提问", exact=True))
    expect(page.locator(".desk-answer mark.supported")).to_contain_text("嘉靖二十一年")
    quoted = page.locator(".desk-passage mark:not(.supported)")
    expect(quoted.filter(has_text="嘉靖二十一年，思齐公出银倡建祠堂")).to_be_visible()
    expect(page).to_have_url(re.compile("trace="))
    trace = page.url

    turn_to(page, f"/answers?trace={store_answer_with_every_support(engine)}")
    colours = set()
    for kind, said in TOLD.items():
        mark = page.locator(f".desk-answer mark.{kind}")
        expect(mark).to_contain_text(said)
        colours.add(mark.evaluate("mark => getComputedStyle(mark).backgroundColor"))
    assert len(colours) == len(TOLD), "each has a colour of its own"
    turn_to(page, trace)

    box.fill("第一任县令的夫人姓什么？")
    click(page.get_by_role("button", name="提问", exact=True))
    expect(page.get_by_text("严氏先祖需要查阅族谱或文献才能准确回答")).to_be_visible()
    click(page.get_by_role("button", name="不该拒答"))
    expect(page.get_by_text("已保存，可在“反馈”中查看。")).to_be_visible()
    assert count_feedback(engine) == 1

    page.goto(trace)  # a link to an answer is the answer
    expect(page.locator(".desk-answer mark.supported")).to_contain_text("嘉靖二十一年")
    click(page.get_by_role("link", name="循环改进"))
    query = page.locator(".st-key-loop_query textarea")
    expect(query).to_have_value("敦本堂是哪一年倡建的？")
    click(page.get_by_role("button", name="开始", exact=True))
    expect(page).to_have_url(re.compile(r"loop=\d+"))
    expect(page.get_by_text("通过：没有改进建议。")).to_be_visible(timeout=RUN_MS)

    turn_to(page, "/answers?view=cases&lang=en")
    click(page.get_by_role("button", name="Run cases"))
    expect(page.get_by_role("heading", name="Without the gate")).to_be_visible(timeout=RUN_MS)
    expect(page.get_by_text("n = 25 · 95% CI").first).to_be_visible()
    click(page.get_by_text("Over-refused", exact=True).first)
    expect(page).to_have_url(re.compile("came=over_refused"))

    found, clipped = {}, {}
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page).to_have_url(re.compile(r"gate_run=\d+"))
    run = re.search(r"gate_run=\d+", page.url)
    views = ("ask", "loops", "loops&loop=1", "cases", "feedback", "npcs", f"cases&{run and run[0]}")
    for view in views:
        for language in ("en", "zh_CN"):
            turn_to(page, f"/answers?view={view}&lang={language}")
            found[f"{view} {language}"] = texts_too_pale(page)
            clipped[f"{view} {language}"] = page.evaluate(CLIPPED)
    assert not any(found.values()), found
    assert not any(clipped.values()), clipped
