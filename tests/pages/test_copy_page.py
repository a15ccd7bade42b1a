"""The page Copy check: one copy, checks and their review, policies, charts."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from core.services.verification import (
    AuditFilter,
    CheckModels,
    HumanDecision,
    RepairAction,
    SamplePack,
    UploadKind,
    acts_of,
    audit_page,
    count_audit,
    count_checks,
    get_check,
    list_checks,
    list_drafts,
    list_policies,
    list_uploads,
    new_draft,
    published_policy,
    record_verdict,
    run_check,
    score_distributions,
)
from core.verification import Dimension, ModelSource, RewriteRequest, Rewriting, Verdict
from core.verification.findings import Code
from pages.components import debounce
from pages.copy_check import score_distribution as copy_spread
from pages.copy_check.wording import CODES
from tests.core.services.verification.desk import GOOD, LINK, ROWS, checked, row, started
from tests.pages.conftest import Open, keyed, links, texts


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at what a test presses."""
    monkeypatch.setattr(debounce, "MINIMUM_VIEW_S", 0.0)


def _press(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click().run()
    assert not app.exception
    return app


def _at(app: AppTest, name: str) -> str:
    """What the address says; a test's own is a list, the page's is none."""
    said: str | list[str] = app.query_params[name]
    return said if isinstance(said, str) else said[0]


def _result(engine: Engine, candidate: str) -> int:
    return next(
        line.id for line in audit_page(engine, AuditFilter()) if line.candidate == candidate
    )


def _upload(app: AppTest, *rows: object) -> AppTest:
    lines = (one if isinstance(one, str) else json.dumps(one) for one in rows)
    keyed(app.file_uploader, "upload_copy").upload("push.jsonl", "\n".join(lines).encode())
    app.run()
    assert not app.exception
    return app


def test_every_code_has_a_name() -> None:
    assert set(CODES) == set(Code)


def test_an_empty_desk_says_what_to_do(open_page: Open) -> None:
    assert "Upload candidates here, or paste one under “Check one”" in texts(
        open_page("copy_check", lang="en", view="checks")
    )


def test_the_sample_pack_shows_its_expected_verdicts(
    engine: Engine, samples: SamplePack, open_page: Open
) -> None:
    checks = samples.check_ids
    first = open_page("copy_check", lang="en", view="checks", check=checks["v1.0.0"])
    assert "80 of 80 verdicts match the expected ones." in texts(first)
    assert "(n = 80): 1 − mean similarity" in texts(first)
    assert "All 80" in texts(first) or "80 results" in texts(first)
    item = audit_page(engine, AuditFilter(text="scenario-2", check_id=checks["v1.0.0"]))[0].id
    shown = texts(open_page("copy_check", lang="en", view="checks", check="all", item=item))
    assert "as expected: Revise" in shown
    own = checked(engine, [row(id="mine")])
    listed = texts(open_page("copy_check", lang="en", view="checks", check=own))
    assert "verdicts match the expected ones." not in listed


@pytest.mark.usefixtures("samples")
def test_numbers_leave_the_sample_out_once_there_is_something_of_ones_own(
    engine: Engine, open_page: Open
) -> None:
    assert "n = 80 candidates" in texts(open_page("copy_check", lang="en", view="charts"))
    checked(engine)
    assert "n = 5 · 95% CI" in texts(open_page("copy_check", lang="en", view="charts"))
    both = open_page("copy_check", lang="en", view="charts", check="all")
    assert "n = 85 candidates" in texts(both)
    listed = open_page("copy_check", lang="en", view="checks", check="own")
    assert "5 results" in texts(listed)


@pytest.mark.usefixtures("samples")
def test_ones_own_candidates_are_not_held_against_the_samples_catalogue(open_page: Open) -> None:
    app = open_page("copy_check", lang="en", view="checks")
    assert app.selectbox(key="new_catalogue").value != 0, "the sample goes with the sample"
    _upload(app, row())
    _press(app, "copy_import")
    assert [app.selectbox(key=f"new_{one}").value for one in ("catalogue", "events", "recent")] == [
        0,
        0,
        0,
    ]
    assert open_page("copy_check", lang="en").selectbox(key="one_catalogue_file").value == 0


@pytest.mark.parametrize("view", ["charts", "policies&part=replay"])
def test_other_views_without_results_say_what_to_do(open_page: Open, view: str) -> None:
    name, _, part = view.partition("&part=")
    app = open_page("copy_check", lang="en", view=name, **({"part": part} if part else {}))
    assert not app.exception
    assert "Run a check" in texts(app)


def test_a_score_is_of_100_wherever_the_card_names_it(engine: Engine, open_page: Open) -> None:
    app = open_page("copy_check", lang="en")
    app.text_area(key="one_text").set_value("限时特价，不容错过！快来看看吧")
    _press(app, "one_check")
    quality = next(part for part in texts(app).split("<section>") if "<h6>Quality</h6>" in part)
    heads = re.findall(r"<h6>Quality</h6><b>([^<]+)</b>", quality)
    assert re.findall(r"<td>score /100</td><td>([^<]+)</td>", quality) == heads
    assert " × 25% = " in quality


def test_a_pasted_copy_gets_its_verdict_arithmetic_and_repairs(
    engine: Engine, open_page: Open
) -> None:
    app = open_page("copy_check", lang="en")
    app.text_area(key="one_text").set_value(LINK)
    _press(app, "one_check")
    said = texts(app)
    assert "The copy must not be published. Decided by Compliance, score 0." in said
    assert "<td>Link forbidden</td><td>hard: all points deducted</td>" in said
    assert '<mark class="hard" title="Link forbidden">https://ebay.com/item/123</mark>' in said
    assert "<sup>1</sup>" in said
    assert "Remove links" in said
    assert "cleared: Link forbidden" in said
    assert '<div class="desk-diff allowed"' in said
    assert count_checks(engine) == 1
    _press(app, "one_check")
    assert count_checks(engine) == 1, "the same copy under the same policy is checked once"


def test_claims_without_a_source_are_not_checked_and_no_full_score(
    engine: Engine, open_page: Open
) -> None:
    app = open_page("copy_check", lang="en")
    app.text_area(key="one_text").set_value("It cures headaches, and 95% of all buyers are glad.")
    _press(app, "one_check")
    assert "<b>not checked</b>" in texts(app)
    assert "All three scores pass" not in texts(app)


def test_a_copy_that_no_repair_makes_allowed_needs_a_person_and_nothing_is_green(
    open_page: Open,
) -> None:
    app = open_page("copy_check", lang="en")
    app.text_area(key="one_text").set_value("三天包治颈椎病，无效退款")
    _press(app, "one_check")
    said = texts(app)
    assert "Needs a person: no repair makes this copy allowed." in said
    assert "desk-diff allowed" not in said
    assert "suggested" not in said


def test_a_copy_without_an_id_is_called_by_its_line_in_the_readers_language(
    open_page: Open,
) -> None:
    app = open_page("copy_check", lang="zh_CN")
    app.text_area(key="one_text").set_value(GOOD)
    _press(app, "one_check")
    assert "line 1" not in texts(app)


def test_its_address_shows_the_same_copy_and_verdict_again(open_page: Open) -> None:
    app = open_page("copy_check", lang="en")
    app.text_area(key="one_text").set_value(LINK)
    item = _at(_press(app, "one_check"), "item")
    again = open_page("copy_check", lang="en", item=item)
    assert again.text_area(key="one_text").value == LINK
    assert "Decided by Compliance" in texts(again)


def test_an_empty_copy_and_an_unreadable_time_are_refused_in_a_sentence(
    engine: Engine, open_page: Open
) -> None:
    app = _press(open_page("copy_check", lang="en"), "one_check")
    assert "text" in texts(app)
    assert 'role="alert"' in texts(app)
    app.text_area(key="one_text").set_value(GOOD)
    app.text_input(key="one_at").set_value("tomorrow")
    assert "field at" in texts(_press(app, "one_check"))
    assert count_checks(engine) == 0


def test_a_copy_that_names_items_needs_a_catalogue(engine: Engine, open_page: Open) -> None:
    app = open_page("copy_check", lang="en")
    app.text_area(key="one_text").set_value(GOOD)
    app.text_input(key="one_items").set_value("cam, old")
    assert "Choose the catalogue that has them" in texts(_press(app, "one_check"))
    assert count_checks(engine) == 0


def test_a_file_is_shown_with_its_errors_before_it_is_stored_and_checked(
    engine: Engine, open_page: Open
) -> None:
    app = _upload(open_page("copy_check", lang="en", view="checks"), row(), {"channel": "PUSH"})
    said = texts(app)
    assert "1 row read, 1 rejected," in said
    assert "The field is missing. Add it to every row." in said
    _press(app, "copy_import")
    assert "1 row imported." in texts(app)
    _press(app, "new_check")
    (check,) = list_checks(engine)
    assert _at(app, "check") == str(check.id)
    assert "0 of 1 checked" in [bar.proto.text for bar in app.get("progress")]
    run_check(engine, check.id)
    assert "Done" in texts(app.run())


def test_results_are_filtered_by_the_address_and_counted(engine: Engine, open_page: Open) -> None:
    check = checked(engine)
    assert f"{len(ROWS)} results" in texts(
        open_page("copy_check", lang="en", view="checks", check=check)
    )
    for address, n in (
        ({"verdict": "REJECT"}, "1 result"),
        ({"code": "COMPLIANCE_URL_FORBIDDEN"}, "1 result"),
        ({"channel": "EMAIL"}, "1 result"),
        ({"text": "week"}, "1 result"),
        ({"repaired": "yes"}, "1 result"),
        ({"repaired": "rescued"}, "1 result"),
        ({"score": "fact:0.70-0.75"}, "1 result"),
        ({"since": "2020-01-01", "code": "FACT_USER_EVENT_MISS"}, "1 result"),
    ):
        app = open_page("copy_check", lang="en", view="checks", check=check, **address)
        assert n in texts(app), address
    nothing = open_page("copy_check", lang="en", view="checks", check=check, text="zeppelin")
    assert "No results match these filters." in texts(nothing)


def test_what_the_address_asks_for_and_there_is_not_is_said(
    engine: Engine, open_page: Open
) -> None:
    checked(engine)
    for address in (
        {"check": 99},
        {"check": "all", "verdict": "MAYBE"},
        {"check": 1, "item": 999},
        {"check": "all", "score": "fact:0.7"},
        {"check": "all", "since": "yesterday"},
    ):
        app = open_page("copy_check", lang="en", view="checks", **address)
        assert not app.exception
        assert re.search("unknown|does not exist|Unknown", texts(app))


def test_a_repair_is_accepted_the_next_one_comes_and_undo_leads_back(
    engine: Engine, open_page: Open
) -> None:
    check = checked(engine)
    link = _result(engine, "link")
    app = open_page("copy_check", lang="en", view="checks", check=check, item=link)
    _press(app, "accept")
    assert _at(app, "item") != str(link)
    (act,) = acts_of(engine, link)
    assert (act.action, act.reviewer) == (RepairAction.ACCEPT, "王晓")
    assert f"Saved: Accepted, check #{check}, link. Undo (U)" in texts(app)
    _press(app, "undo")
    assert f"Undone: your decision on check #{check}, link." in texts(app)
    assert _at(app, "item") == str(link)
    assert [one.undone for one in acts_of(engine, link)] == [True, False]
    assert count_audit(engine, AuditFilter(decided=HumanDecision.REPAIR)) == 0


def test_a_pasted_copy_is_rewritten_by_the_chosen_model(
    engine: Engine, open_page: Open, tmp_path: Path, no_retry_waits: None
) -> None:
    """Nobody answers at its address: that is said, and is no failed repair."""
    (tmp_path / "connections.toml").write_text(
        '[pen]\nmodel = "m"\nbase_url = "http://127.0.0.1:1/v1"\n'
    )
    app = open_page("copy_check", lang="zh_CN")
    keyed(app.text_area, "one_text").set_value("全城最好吃的牛肉面，今晚第二碗半价，来店即可")
    keyed(app.selectbox, "one_writer").set_value("pen")
    _press(app, "one_check")
    assert list_checks(engine)[0].options["writer"] == "pen"
    assert "文案未能重写：" in texts(app)
    assert "无法连接" in texts(app)
    assert "cannot be reached" not in texts(app)
    assert keyed(app.selectbox, "one_writer").value == "pen", "and it is asked again next time"


def test_a_repaired_copy_whose_facts_were_not_checked_is_not_green(
    engine: Engine, open_page: Open
) -> None:
    """The link is taken out, and the holiday lies beyond the table: nobody knows its day."""
    copy = row(f"春节大促今天开始。{LINK}", id="far", claims={"holidays": ["春节"]})
    check = checked(engine, [copy], moment=datetime(2149, 1, 1, tzinfo=UTC))
    app = open_page(
        "copy_check", lang="en", view="checks", check=check, item=_result(engine, "far")
    )
    drawn = [html.proto.body for html in app.get("html")]
    (repairs,) = (body for body in drawn if '<div class="desk-repairs">' in body)
    assert "Allow, not all checked" in repairs
    assert "green" not in repairs


@pytest.mark.parametrize(
    ("lang", "unused", "missing"),
    [("en", "not suggested", "leaves out 半价"), ("zh_CN", "不作建议", "漏掉了半价")],
)
def test_a_rewrite_that_loses_an_offer_is_shown_but_never_green(
    engine: Engine, open_page: Open, lang: str, unused: str, missing: str
) -> None:
    class Forgets:
        def rewrite(self, request: RewriteRequest) -> Rewriting:
            return Rewriting("汤浓肉足的牛肉面，今晚来店即可", ModelSource("pen", "m"))

    copy = row("全城最好吃的牛肉面，今晚第二碗半价，来店即可", id="noodles")
    check = started(engine, [copy], version="v1.2.0")
    run_check(engine, check, models=CheckModels(rewriter=Forgets()))
    app = open_page(
        "copy_check", lang=lang, view="checks", check=check, item=_result(engine, "noodles")
    )
    drawn = [html.proto.body for html in app.get("html")]
    (repairs,) = (body for body in drawn if '<div class="desk-repairs">' in body)
    first, second, *_ = repairs.split("<section>")[1:]
    for step in (first, second):
        assert unused in step
        assert missing in step
        assert "green" not in step
        assert "allowed" not in step


def test_an_edit_is_checked_as_it_is_typed_and_stored_by_its_button(
    engine: Engine, open_page: Open
) -> None:
    check, link = checked(engine), 0
    link = _result(engine, "link")
    app = open_page("copy_check", lang="en", view="checks", check=check, item=link)
    _press(app, "edit")
    field = keyed(app.text_area, "copy_text_")
    assert field.value.startswith("查看详情")
    field.set_value("垃圾").run()
    assert "“垃圾” is forbidden." in texts(app)
    assert acts_of(engine, link) == []
    keyed(app.text_area, "copy_text_").set_value(GOOD).run()
    _press(app, "copy_save")
    (act,) = acts_of(engine, link)
    assert (act.action, act.text) == ("edit", GOOD)


def test_a_verdict_of_ones_own_is_stored_with_its_note(engine: Engine, open_page: Open) -> None:
    check = checked(engine)
    good = _result(engine, "good")
    app = open_page("copy_check", lang="en", view="checks", check=check, item=good)
    app.text_input(key="copy_note").set_value("too dull")
    _press(app, "say_revise")
    (act,) = acts_of(engine, good)
    assert (act.verdict, act.comment) == (Verdict.REVISE, "too dull")
    again = open_page("copy_check", lang="en", view="checks", check=check, item=good)
    assert "Reviewer verdict: Revise" in texts(again)
    assert "Note: too dull" in texts(again)


def test_without_a_name_nothing_can_be_decided(engine: Engine, open_page: Open) -> None:
    check = checked(engine)
    app = open_page(
        "copy_check",
        reviewer=None,
        lang="en",
        view="checks",
        check=check,
        item=_result(engine, "link"),
    )
    assert not app.exception
    assert "accept" not in [button.key for button in app.button]
    assert "Continue" in texts(app)


def test_the_audit_names_policy_hash_snapshot_time_and_inputs(
    engine: Engine, open_page: Open
) -> None:
    check = checked(engine)
    item = _result(engine, "quiet")
    app = open_page("copy_check", lang="en", view="checks", check=check, item=item)
    said = texts(app)
    assert get_check(engine, check).policy_sha256 in said
    assert "catalogue " in said
    assert "cam: Sony · for sale" in said
    assert "events: recent_view; items: cam; brands: Sony" in said


def test_every_rate_has_its_n_and_few_are_said_to_be_few(engine: Engine, open_page: Open) -> None:
    checked(engine)
    said = texts(open_page("copy_check", lang="en", view="charts"))
    assert "Not enough data: a rate based on fewer than 25 candidates is unreliable." in said
    assert "n = 5 · 95% CI" in said
    assert "Not enough data" in texts(
        open_page("copy_check", lang="en", view="charts", rate="agreed")
    )


@pytest.mark.usefixtures("samples")
def test_numbers_lead_to_their_candidates(engine: Engine, open_page: Open) -> None:
    app = open_page("copy_check", lang="en", view="charts")
    assert not app.exception
    assert any("policy=v1.1.0&verdict=REJECT" in to for to in links(app).values())
    assert any("code=COMPLIANCE_URL_FORBIDDEN" in to for to in links(app).values())
    assert any("repaired=rescued" in to for to in links(app).values())
    days = open_page("copy_check", lang="en", view="charts", by="policy_and_day")
    assert not days.exception
    day = f"{list_checks(engine)[0].created_at:%Y-%m-%d}"
    wanted = f"policy=v1.1.0&since={day}&until={day}&verdict=REJECT"
    (to,) = (to for to in links(days).values() if wanted in to)
    assert "check=all" in to


def test_a_bar_of_scores_leads_to_the_candidates_in_it(engine: Engine, open_page: Open) -> None:
    found = score_distributions(engine, AuditFilter())
    assert not found
    checked(engine)
    (fact,) = (
        each
        for each in score_distributions(engine, AuditFilter())
        if each.dimension is Dimension.FACT
    )
    query = copy_spread.query_of_point([fact], ["0", 1, 14])
    assert query == {"policy": "v1.0.0", "score": "fact:0.70-0.75"}
    app = open_page("copy_check", lang="en", view="checks", check="all", **query)
    assert f"{fact.counts[14]} result" in texts(app)


def test_a_version_stands_in_words_as_yaml_and_against_another(
    engine: Engine, open_page: Open
) -> None:
    said = texts(open_page("copy_check", lang="en", view="policies"))
    assert "at most 90 length units, links forbidden" in said
    assert "hard: the score becomes 0" in said
    yaml = open_page("copy_check", lang="en", view="policies", version="v1.0.0", part="yaml")
    assert "version: v1.0.0" in yaml.code[0].value
    changes = texts(open_page("copy_check", lang="en", view="policies", part="changes"))
    assert "at_\u200bmost" in changes


def test_a_draft_is_examined_as_it_is_typed_and_published_for_good(
    engine: Engine, open_page: Open
) -> None:
    draft = new_draft(engine, by="王晓", based_on="v1.1.0")
    app = open_page("copy_check", lang="en", view="policies", draft=draft.id)
    assert "v1.1.0 is already published. Give the draft another version." in texts(app)
    assert app.button(key="draft_publish").disabled
    field = keyed(app.text_area, "draft_text_")
    field.set_value(draft.text.replace("thresholds:", "threshold:")).run()
    assert "Not a valid policy yet:" in texts(app)
    assert app.button(key="draft_publish").disabled
    new = draft.text.replace("version: v1.1.0", "version: v1.3.0")
    new = new.replace("QUALITY_LEN_TOO_SHORT: {points: 20}", "QUALITY_LEN_TOO_SHORT: {points: 40}")
    keyed(app.text_area, "draft_text_").set_value(new).run()
    assert "2 fields differ" in texts(app)
    _press(app, "draft_publish")
    assert [one.version for one in list_policies(engine)] == [
        "v1.0.0",
        "v1.1.0",
        "v1.2.0",
        "v1.3.0",
    ]
    assert list_drafts(engine) == []
    assert _at(app, "version") == "v1.3.0"
    closed = open_page("copy_check", lang="en", view="policies", draft=draft.id)
    assert "This draft was published as v1.3.0." in texts(closed)


CASE = """
cases:
  - {{name: lowest ever, text: 史上最低价，快来看看吧, channel: PUSH, locale: zh-CN, verdict: {}}}
"""


@pytest.mark.parametrize(
    ("lang", "fails", "why", "passes"),
    [
        (
            "en",
            "1 of 1 test cases fails, so this cannot be published.",
            "Compliance decided the verdict: its score is 0.4.",
            "1 test case passes.",
        ),
        (
            "zh_CN",
            "1 个测试用例中有 1 个未通过，无法发布。",
            "结论由合规性决定，得分 0.4。",
            "全部 1 个测试用例通过。",
        ),
    ],
)
def test_a_draft_with_a_failing_case_says_why_and_is_not_published(
    engine: Engine, open_page: Open, lang: str, fails: str, why: str, passes: str
) -> None:
    text = published_policy(engine, "v1.1.0").text.replace("version: v1.1.0", "version: v1.3.0")
    text = text.replace("[垃圾, ", '["垃圾 ", ')
    draft = new_draft(engine, by="王晓", based_on="v1.1.0", text=text + CASE.format("ALLOW"))
    app = open_page("copy_check", lang=lang, view="policies", draft=draft.id)
    said = texts(app)
    assert fails in said
    assert why in said
    line = draft.text[: draft.text.index("- {name: lowest ever")].count("\n") + 1
    assert re.search(rf"\b{line}\b[^<]*</th><th>lowest ever</th>", said)
    assert app.button(key="draft_publish").disabled
    padded = draft.text[: draft.text.index('"垃圾 "')].count("\n") + 1
    assert f'<td class="figure">{padded}</td><td>words.\u200bforbidden.\u200b0</td>' in said
    right = draft.text.replace("verdict: ALLOW", "verdict: REVISE")
    keyed(app.text_area, "draft_text_").set_value(right).run()
    assert passes in texts(app)
    assert not app.button(key="draft_publish").disabled


def test_a_replay_counts_who_flips_and_each_cell_leads_to_them(
    engine: Engine, samples: SamplePack, open_page: Open
) -> None:
    checks = samples.check_ids
    over = checks["v1.0.0"]
    app = open_page("copy_check", lang="en", view="policies", part="replay", over=over)
    _press(app, "replay_start")
    said = texts(app)
    assert "31 of 78 verdicts change, 29 of them to stricter ones." in said
    assert (
        "No reviewer verdicts on these candidates yet, so the policies cannot be "
        "compared with people"
    ) in said
    app.query_params["flip"] = "REVISE-ALLOW"
    app.run()
    assert "Revise became Allow" in texts(app)
    listed = [to for to in links(app).values() if "view=checks" in to]
    assert len(listed) == 2
    same = open_page("copy_check", lang="en", view="policies", part="replay", over=over)
    _press(same, "replay_start")
    same.query_params["flip"] = "ALLOW-ALLOW"
    same.query_params["page"] = "2"
    same.run()
    on_second = [to for to in links(same).values() if "view=checks" in to]
    assert 0 < len(on_second) <= 25, "every case of a cell is within reach, page by page"
    first = audit_page(engine, AuditFilter(check_id=over), limit=1)[0]
    record_verdict(engine, first.id, "王晓", Verdict.ALLOW, idempotency_key="1")
    again = open_page("copy_check", lang="en", view="policies", part="replay", over=over)
    _press(again, "replay_start")
    assert (
        "Not enough data: differences based on fewer than 25 reviewer verdicts are unreliable"
    ) in texts(again)


@pytest.mark.parametrize(
    "address",
    [
        {},
        {"view": "checks"},
        {"view": "checks", "check": "all"},
        {"view": "checks", "check": 2, "item": 85},
        {"view": "policies"},
        {"view": "policies", "part": "changes"},
        {"view": "policies", "part": "drafts"},
        {"view": "charts"},
    ],
)
@pytest.mark.usefixtures("samples")
def test_every_view_is_whole_in_chinese(open_page: Open, address: dict[str, object]) -> None:
    app = open_page("copy_check", lang="zh_CN", **address)
    assert not app.exception
    said = texts(app)
    assert "文案检查" in said
    for english in ("Compliance<", ">Allow<", "Reject rate", "No matches in the library."):
        assert english not in said


def test_a_copy_in_chinese_is_counted_as_a_copy_and_not_as_a_question(
    engine: Engine, open_page: Open
) -> None:
    check = checked(engine)
    place = {"view": "checks", "check": check, "item": _result(engine, "link")}
    labels = [one.label for one in open_page("copy_check", lang="zh_CN", **place).button]
    assert {"上一条", "下一条"} <= set(labels)
    assert not any("题" in label for label in labels)


def test_markup_in_a_copy_is_shown_and_never_read(engine: Engine, open_page: Open) -> None:
    check = checked(engine, [row("<script>alert(1)</script> **bold** https://a.example", id="x")])
    app = open_page("copy_check", lang="en", view="checks", check=check, item=_result(engine, "x"))
    said = texts(app)
    assert "&lt;script&gt;alert(1)&lt;/script&gt; **bold**" in said
    assert "<script>alert" not in said
    listed = open_page("copy_check", lang="en", view="checks", check=check)
    assert any("\\*\\*bold\\*\\*" in label for label in links(listed))


def test_a_text_of_a_hundred_thousand_characters_is_shown_whole(
    engine: Engine, open_page: Open
) -> None:
    check = checked(engine, [row("史上" * 50_000, id="long")])
    item = _result(engine, "long")
    app = open_page("copy_check", lang="en", view="checks", check=check, item=item)
    assert not app.exception
    assert "The copy has a length of 100000; the limit is 90." in texts(app)
    assert "史上" * 1000 in texts(app)


def test_a_character_without_a_shape_is_named_where_it_stands(
    engine: Engine, open_page: Open
) -> None:
    check = checked(engine, [row("秋季大促\u200b今天开始，快来看看吧", id="h")], "v1.1.0")
    said = texts(
        open_page("copy_check", lang="en", view="checks", check=check, item=_result(engine, "h"))
    )
    assert "<small>U+200B</small></mark>" in said


def test_overlapping_findings_are_all_numbered(engine: Engine, open_page: Open) -> None:
    check = checked(engine, [row("全网史上最好！！！快来抢购吧", id="o")], "v1.1.0")
    said = texts(
        open_page("copy_check", lang="en", view="checks", check=check, item=_result(engine, "o"))
    )
    marks = re.findall(r"<sup>([\d, ]+)</sup>", said)
    numbers = [int(n) for mark in marks for n in mark.split(", ")]
    assert len(numbers) == len(set(numbers)) > 2


def test_of_two_files_with_one_name_the_chosen_one_is_checked(
    engine: Engine, open_page: Open
) -> None:
    app = open_page("copy_check", lang="en", view="checks")
    for text in ("first", "second"):
        _upload(app, row(text))
        _press(app, "copy_import")
    first, second = sorted(one.id for one in list_uploads(engine, UploadKind.CANDIDATES))
    app.selectbox(key="new_candidates").set_value(first).run()
    _press(app, "new_check")
    app = open_page("copy_check", lang="en", view="checks")
    app.selectbox(key="new_candidates").set_value(second).run()
    _press(app, "new_check")
    assert [one.candidates.id for one in list_checks(engine)] == [second, first]


@pytest.mark.usefixtures("samples")
def test_a_browser_knows_the_policy_before_anything_is_pressed(
    engine: Engine, open_page: Open
) -> None:
    """What a press sends of the other fields is what the browser was told when they were drawn."""
    policies = open_page("copy_check", lang="en", view="checks").get("button_group")
    (policy,) = [each.proto for each in policies if each.proto.id.endswith("-new_policy")]
    newest = len(list_policies(engine)) - 1
    assert list(policy.default) == [newest]


@pytest.mark.usefixtures("samples")
def test_pills_that_the_browser_has_not_drawn_yet_are_not_taken_for_an_empty_choice(
    engine: Engine, open_page: Open
) -> None:
    app = open_page("copy_check", lang="en", view="one")
    before = count_checks(engine)
    app.text_area(key="one_text").input("更多好物，进店看看")
    app.button(key="one_check").click()
    states = app._tree.get_widget_states()
    pills = [
        each for each in states.widgets if each.id.endswith(("_policy", "_channel", "_locale"))
    ]
    assert len(pills) == 3
    for each in pills:
        getattr(each, each.WhichOneof("value")).Clear()
    app._run(states)
    assert not app.exception
    assert count_checks(engine) == before + 1
