"""The Depth page: what a test will cost, one run per press, and from a cell to its evidence."""

import json
from typing import Any

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, col, update
from streamlit.testing.v1 import AppTest

from core.depth import Outcome
from core.errors import InputError
from core.locale import wording
from core.services.library import list_sets, load_sample
from core.services.results import CellPlace, cell_results, depth_results_json
from core.services.runs import get_run, list_runs
from db.tables import QuestionRow, QuestionSet, Run, Validation
from pages.depth.new_test import parse_token_count
from tests.core.depth.test_results import SOURCE_ROW
from tests.core.services.results.depth_data import fill_depth
from tests.core.services.results.desk_data import HOSTILE, QUOTE, fill
from tests.core.services.results.test_depth_clusters import place_questions
from tests.pages.conftest import Open, keyed, links, texts


def _set_status(engine: Engine, run_id: int, status: str) -> None:
    with Session(engine) as session:
        session.execute(update(Run).where(col(Run.id) == run_id).values(status=status))
        session.commit()


@pytest.fixture
def depth_run(engine: Engine) -> int:
    fill(engine)
    return fill_depth(engine)


def test_the_whole_matrix_is_estimated_before_the_start(engine: Engine, open_page: Open) -> None:
    load_sample(engine)
    app = open_page("depth", lang="en", set=1)
    assert not app.exception
    # 66 questions: 3 lengths x 5 depths, the text left out at 3 lengths, two controls without.
    assert f"Results</small><b>{66 * (15 + 3 + 2):,}</b>" in texts(app)
    app.multiselect(key="depth_lengths").set_value(["4K", "128K"]).run()
    assert "At 128,000 tokens, 396 trials are not asked: Novel too short." in texts(app)


def test_a_size_sets_what_is_asked_and_a_change_of_it_is_said(
    engine: Engine, open_page: Open
) -> None:
    """The sample's novel has 14,000 tokens: no size asks for a length that it has not."""
    load_sample(engine)
    app = open_page("depth", lang="en", set=1)
    asked = {}
    for size in ("quick", "standard", "full"):
        app.button_group(key="depth_preset").set_value(size).run()
        lengths = app.multiselect(key="depth_lengths").value
        asked[size] = (lengths, app.number_input(key="depth_repeats").value)
        assert "Changed under Advanced." not in texts(app)
        assert "Novel too short" not in texts(app)
    assert asked == {
        "quick": (["2K", "8K"], 1),
        "standard": (["2K", "4K", "8K"], 1),
        "full": (["2K", "4K", "8K"], 3),
    }
    assert "Advanced" in [box.label for box in app.expander]
    app.number_input(key="depth_repeats").set_value(2).run()
    assert "Changed under Advanced." in texts(app)


def test_a_press_starts_one_depth_test_and_opens_it(engine: Engine, open_page: Open) -> None:
    load_sample(engine)
    app = open_page("depth", lang="en", set=2)
    app.number_input(key="depth_seed").set_value(7)
    app.number_input(key="depth_max_calls").set_value(500)
    app.toggle(key="depth_rotate").set_value(True)
    app.button(key="depth_start").click().run()
    assert not app.exception
    (run,) = list_runs(engine, "depth")
    spec = run.spec
    assert app.query_params["run"] == str(run.id)
    assert (spec["connection"], spec["language"], spec["depth_mode"]) == (
        "lexical",
        "zh",
        "crossed",
    )
    assert spec["context_lengths"] == [2000, 4000, 8000]
    assert (spec["seed"], spec["max_calls"], spec["rotate_options"]) == (7, 500, True)
    assert len(spec["controls"]) == 3
    assert spec["template_hash"]
    assert run.created_by == "王晓"
    assert "Queued" in texts(app)
    assert list_runs(engine) == []


def test_a_depth_test_of_questions_without_a_place_cannot_be_started(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    with Session(engine) as session:
        session.execute(update(QuestionRow).values(start_pos=None, end_pos=None))
        session.execute(update(Validation).values(evidence_found=False))
        session.commit()
    app = open_page("depth", lang="en", set=1)
    assert "No question has a usable position in the novel" in texts(app)
    assert app.button(key="depth_start").disabled
    app.pills(key="depth_mode").set_value("legacy").run()
    assert not app.button(key="depth_start").disabled


def test_sets_with_positions_are_offered_first(engine: Engine, open_page: Open) -> None:
    fill(engine)
    (placed,) = [one.id for one in list_sets(engine)]
    with Session(engine) as session:
        fields = session.get_one(QuestionSet, placed).model_dump(exclude={"id", "created_at"})
        newer = QuestionSet.model_validate({**fields, "content_hash": "of another file"})
        session.add(newer)
        session.commit()
        bare = newer.id
    assert [one.id for one in list_sets(engine)] == [bare, placed]
    app = open_page("depth", lang="en")
    assert app.selectbox(key="depth_set").value == placed
    app = open_page("depth", lang="en", set=bare)
    assert app.selectbox(key="depth_set").value == bare


def test_a_depth_test_of_another_version_is_a_sentence(
    engine: Engine, open_page: Open, depth_run: int
) -> None:
    with Session(engine) as session:
        run = session.get_one(Run, depth_run)
        run.spec = {**run.spec, "asks_in_rhyme": True}
        session.commit()
    app = open_page("depth", lang="en", run=depth_run)
    assert not app.exception
    assert "Update the app and every worker to the same release, then resume the run" in texts(app)
    assert not open_page("depth", lang="en").exception


def test_a_length_that_is_none_is_one_sentence(engine: Engine, open_page: Open) -> None:
    load_sample(engine)
    app = open_page("depth", lang="en", set=1)
    # Streamlit's "Select all" is English in every language.
    assert app.multiselect(key="depth_lengths").proto.select_all == 0
    app.multiselect(key="depth_lengths").set_value([]).run()
    assert "No context length given" in texts(app)
    assert "depth_start" not in [button.key for button in app.button]
    with pytest.raises(InputError, match="such as 6000 or 6K"):
        parse_token_count("six")


@pytest.mark.parametrize(
    ("said", "tokens"), [("8K", 8000), ("8,000", 8000), (" 1.5k ", 1500), ("1M", 1_000_000)]
)
def test_lengths_are_read_as_people_write_them(said: str, tokens: int) -> None:
    assert parse_token_count(said) == tokens


def test_a_run_shows_rates_controls_and_what_leaked(open_page: Open, depth_run: int) -> None:
    app = open_page("depth", lang="en", run=depth_run)
    assert not app.exception
    said = texts(app)
    assert "Accuracy (share of answered)" in said
    assert {"Oracle", "Evidence removed"} <= links(app).keys()
    assert "1 question was answered correctly without its evidence" in said
    assert "ffective length" in said
    assert "of 80 results · Call failed 1" in said
    assert links(app)["Review them"].endswith("reason=leaked")


@pytest.mark.parametrize("view", ["heatmap", "lines", "depths"])
@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_every_picture_is_drawn_in_both_languages(
    open_page: Open, depth_run: int, view: str, lang: str
) -> None:
    app = open_page("depth", lang=lang, run=depth_run, view=view, scale="cividis")
    assert not app.exception
    assert app.get("plotly_chart")


def test_a_cell_in_the_address_lists_its_questions(
    engine: Engine, open_page: Open, depth_run: int
) -> None:
    cell: dict[str, Any] = {"length": 600, "bin": "50%"}
    app = open_page("depth", lang="en", run=depth_run, **cell)
    assert "600 · 50%" in texts(app)
    lines = cell_results(engine, depth_run, CellPlace(600, "50%"))
    shown = [label for label, to in links(app).items() if "item=" in to]
    assert len(shown) == len(lines)
    app = open_page("depth", lang="en", run=depth_run, outcome="wrong", **cell)
    wrong = [line for line in lines if line.outcome is Outcome.WRONG]
    assert len([to for to in links(app).values() if "item=" in to]) == len(wrong)


def test_a_question_leads_to_the_next_of_its_cell_and_back_as_it_was_looked_at(
    engine: Engine, open_page: Open, depth_run: int
) -> None:
    wrong = cell_results(engine, depth_run, CellPlace(600, "50%"), [Outcome.WRONG])
    seen = {"view": "lines", "outcome": "wrong"}
    app = open_page("depth", lang="en", run=depth_run, item=wrong[1].item_id, **seen)
    ways = links(app)
    assert ways["Previous question"].endswith(f"outcome=wrong&item={wrong[0].item_id}")
    assert ways["Next question"].endswith(f"outcome=wrong&item={wrong[2].item_id}")
    back = ways["Back to 600 · 50%"]
    assert "view=lines" in back
    assert back.endswith("length=600&bin=50%25&outcome=wrong")
    app = open_page("depth", lang="en", run=depth_run, view="lines", length=600, bin="50%")
    assert links(app)["Close"].endswith(f"run={depth_run}&view=lines")


@pytest.mark.parametrize("run", [999, "9" * 20, "9" * 5000, "abc"])
def test_an_address_that_names_no_run_says_so(open_page: Open, depth_run: int, run: object) -> None:
    app = open_page("depth", lang="en", run=run)
    assert not app.exception
    assert f"Run {str(run)[:40]}" in texts(app)
    if run == 999:
        assert "All depth tests" in links(app)
    else:
        app.button(key="address_unknown").click().run()
        assert f"run={depth_run}" in " ".join(links(app).values())


def test_an_item_of_another_run_is_not_shown_under_this_one(
    engine: Engine, open_page: Open, depth_run: int
) -> None:
    other = fill_depth(engine)
    (line, *_) = cell_results(engine, other, CellPlace(400, "25%"))
    app = open_page("depth", lang="en", run=depth_run, item=line.item_id)
    assert f"Depth result {line.item_id} does not exist." in texts(app)
    assert links(app)["Back to the heatmap"].endswith(f"run={depth_run}")


def test_a_control_lists_its_questions_at_each_length(open_page: Open, depth_run: int) -> None:
    app = open_page("depth", lang="en", run=depth_run, control="filler_only")
    assert "Evidence removed" in texts(app)
    assert "also answered without evidence" in texts(app)
    # One of eight questions was answered at this length, with n and interval beside the rate.
    assert "12.5% · n = 8 · 95% CI 2.2–47.1%" in texts(app)
    app = open_page("depth", lang="en", run=depth_run, control="oracle")
    assert "All 8" in str([option for pills in app.get("button_group") for option in pills.options])


def test_a_question_shows_its_evidence_its_reply_and_what_to_mind(
    engine: Engine, open_page: Open, depth_run: int
) -> None:
    (line, *_) = cell_results(engine, depth_run, CellPlace(400, "25%"))
    app = open_page("depth", lang="en", run=depth_run, item=line.item_id)
    assert not app.exception
    said = texts(app)
    assert f"<mark>{QUOTE}</mark>" in said
    assert "more than a tenth of the context" in said
    assert "target depth 25.0%, actual 25.0%" in said
    assert "{&quot;answer&quot;: [&quot;b&quot;]}" in said
    before = len(said)
    app.button(key=f"depth_more_{line.item_id}").click().run()
    assert len(texts(app)) > before


def test_text_of_others_is_shown_as_it_is(engine: Engine, open_page: Open, depth_run: int) -> None:
    with Session(engine) as session:
        session.execute(update(QuestionRow).values(question=HOSTILE))
        session.commit()
    (line, *_) = cell_results(engine, depth_run, CellPlace(400, "25%"))
    app = open_page("depth", lang="en", run=depth_run, item=line.item_id)
    assert "<script>alert" not in texts(app)
    assert "&lt;script&gt;alert" in texts(app)


def test_a_failed_call_says_why_and_is_not_wrong(
    engine: Engine, open_page: Open, depth_run: int
) -> None:
    place = CellPlace(600, "50%")
    (line,) = cell_results(engine, depth_run, place, [Outcome.API_ERROR])
    said = texts(open_page("depth", lang="zh_CN", run=depth_run, item=line.item_id))
    assert "调用失败" in said
    assert wording("zh_CN")("The model did not answer in time.") in said


def test_a_leaked_question_waits_in_the_review_of_its_run(open_page: Open, depth_run: int) -> None:
    app = open_page("review", lang="en", run=depth_run, reason="leaked")
    assert not app.exception
    assert "Answered without evidence" in texts(app)
    assert f"run={depth_run}" in links(app)["See the context it was asked in"]
    assert "The evidence used by the depth test is marked:" in texts(app)
    assert f"<mark>{QUOTE}</mark>" in texts(app)


def test_leaked_questions_are_a_queue_of_their_own(open_page: Open, depth_run: int) -> None:
    app = open_page("home", lang="en")
    assert "Answered without evidence" in texts(app)
    assert any("reason=leaked" in to for to in links(app).values())


def test_two_runs_of_one_set_are_compared(engine: Engine, open_page: Open, depth_run: int) -> None:
    other = fill_depth(engine)
    app = open_page("depth", lang="en", run=depth_run, **{"with": other})
    assert not app.exception
    assert len(app.get("plotly_chart")) == 2


@pytest.mark.parametrize(
    ("status", "offered"),
    [
        ("running", ["Pause", "Cancel"]),
        ("paused", ["Resume", "Cancel", "Ask 1 failed trial again"]),
        ("done", ["Ask 1 failed trial again"]),
    ],
)
def test_a_run_offers_what_its_state_allows(
    engine: Engine, open_page: Open, depth_run: int, status: str, offered: list[str]
) -> None:
    _set_status(engine, depth_run, status)
    app = open_page("depth", lang="en", run=depth_run)
    hands = [button.label for button in app.button if (button.key or "").startswith("hand_")]
    assert hands == offered


def test_the_files_of_a_run_are_offered(open_page: Open, depth_run: int) -> None:
    app = open_page("depth", lang="en", run=depth_run)
    labels = [button.proto.label for button in app.get("download_button")]
    assert labels == ["Figures (HTML)", "Cells (CSV)", "Cells (JSON)", "Results (JSON)"]


def test_the_list_names_every_depth_test(open_page: Open, depth_run: int) -> None:
    app = open_page("depth", lang="zh_CN")
    assert f"run={depth_run}" in " ".join(links(app).values())
    assert "全交叉" in texts(app)


def test_a_run_opened_under_the_wrong_page_finds_its_own(open_page: Open, depth_run: int) -> None:
    app = open_page("runs", lang="en", run=depth_run)
    assert "All depth tests" in links(app)


def _uploaded(app: AppTest, name: str, data: bytes) -> AppTest:
    keyed(app.file_uploader, "upload_depth_results").upload(name, data)
    return app.run()


def test_a_result_file_is_shown_before_it_is_stored_and_drawn_after(
    engine: Engine, open_page: Open, depth_run: int
) -> None:
    data = "".join(depth_results_json(engine, get_run(engine, depth_run))).encode()
    app = _uploaded(open_page("depth", lang="en"), "of_june.json", data)
    assert not app.exception
    assert "112 results can be charted. Nothing is stored yet." in texts(app)
    assert len(list_runs(engine, "depth")) == 1
    app.button(key="add_results").click().run()
    assert not app.exception
    (back, _) = list_runs(engine, "depth")
    assert app.query_params["run"] == str(back.id)
    said = texts(app)
    for part in ("Results imported.", "Imported", "lexical-1", "from of_june.json"):
        assert part in said
    assert ("It is waiting for review") not in said
    assert not [button for button in app.button if (button.key or "").startswith("hand_")]
    assert app.get("plotly_chart")
    (line, *_) = cell_results(engine, back.id or 0, CellPlace(400, "25%"))
    said = texts(open_page("depth", lang="en", run=back.id, item=line.item_id))
    assert f"<mark>{QUOTE}</mark>" in said
    assert "{&quot;answer&quot;: [&quot;b&quot;]}" in said

    app = _uploaded(open_page("depth", lang="en"), "again.json", data)
    app.button(key="add_results").click().run()
    assert "These results were already imported; nothing was added." in texts(app)
    assert len(list_runs(engine, "depth")) == 2


def test_an_import_is_deleted_and_a_test_of_this_desk_is_not_offered_it(
    engine: Engine, open_page: Open, depth_run: int
) -> None:
    def offered(app: AppTest) -> bool:
        return "delete_import" in [button.key for button in app.button]

    assert not offered(open_page("depth", lang="en", run=depth_run))
    app = _uploaded(open_page("depth", lang="en"), "r.json", json.dumps([SOURCE_ROW]).encode())
    app.button(key="add_results").click().run()
    assert offered(app)
    assert "1 result is deleted permanently. The source file can be imported again." in texts(app)
    app.button(key="delete_import").click().run()
    assert not app.exception
    assert "Import deleted." in texts(app)
    assert [run.id for run in list_runs(engine, "depth")] == [depth_run]
    # The next import gets the number of the deleted one, and figures of its own.
    wrong = SOURCE_ROW | {"score": 0.0, "model_answer": ["a"]}
    app = _uploaded(app, "s.json", json.dumps([wrong]).encode())
    app.button(key="add_results").click().run()
    assert "<b>0.0%</b>" in texts(app)


def test_another_tools_file_says_what_it_does_not_hold(engine: Engine, open_page: Open) -> None:
    bare = [SOURCE_ROW, SOURCE_ROW | {"question": "Nowhere?", "depth": None, "depth_bin": None}]
    app = _uploaded(open_page("depth", lang="en"), "bare.json", json.dumps(bare).encode())
    assert "1 row has no depth and is not counted." in texts(app)
    app.button(key="add_results").click().run()
    (run,) = list_runs(engine, "depth")
    said = texts(app)
    for part in ("model not named", "tokeniser not named", "date of the test not named"):
        assert part in said
    (line,) = cell_results(engine, run.id or 0, CellPlace(128000, "50%"))
    said = texts(open_page("depth", lang="en", run=run.id, item=line.item_id))
    assert "The imported file contains neither the context nor how it was built." in said


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_a_file_that_cannot_be_used_is_one_sentence(open_page: Open, lang: str) -> None:
    bad = json.dumps([SOURCE_ROW | {"depth": 7}]).encode()
    app = _uploaded(open_page("depth", lang=lang), "bad.json", bad)
    assert "bad.json" in texts(app)
    assert wording(lang)("Write the depth as a number from 0 to 1, or null.") in texts(app)
    assert "add_results" not in [button.key for button in app.button]


def test_the_page_says_what_its_intervals_are_clustered_by_or_that_there_are_too_few(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    place_questions(engine, stretches=3)
    few = texts(open_page("depth", lang="en", run=fill_depth(engine)))
    assert "too few passages for an interval (3)" in few
    assert "Ask questions about at least 10 passages of the novel." in few
    place_questions(engine, stretches=12, added=16)
    many = texts(open_page("depth", lang="en", run=fill_depth(engine)))
    assert "by passage (12)" in many
    assert "intervals are clustered by passage (12)." in many


def test_the_colours_chosen_once_are_those_of_the_next_run(
    engine: Engine, open_page: Open, depth_run: int
) -> None:
    app = open_page("depth", lang="en", run=depth_run)
    assert app.segmented_control(key="address_scale").value == "red-green"
    app.segmented_control(key="address_scale").set_value("blue").run()
    assert 'document.cookie = "desk_scale=blue;' in texts(app)
    app.query_params.clear()
    app.query_params["run"] = str(fill_depth(engine))
    app.run()
    assert app.segmented_control(key="address_scale").value == "blue"
    linked = open_page("depth", lang="en", run=depth_run, scale="blue")
    assert "desk_scale=" not in texts(linked)
