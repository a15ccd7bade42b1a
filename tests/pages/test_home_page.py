"""Home: first steps, queues with a name, and samples that count nowhere."""

import pytest
from sqlalchemy import Engine
from sqlmodel import Session

from core.locale import wording
from core.services.access import EXPORTED, list_audit
from core.services.access.principal import record
from core.services.library import add_source, list_sets, load_sample
from core.services.reports import run_rate
from core.services.retention import are_samples_removed, sample_library
from core.services.review import (
    Action,
    Queue,
    ask_second,
    count,
    create_queue,
    decide,
    saved_queues,
)
from db.tables import Run
from tests.core.services.results.desk_data import fill
from tests.pages.conftest import Open, links, texts


def test_each_step_ticks_itself_and_one_is_open(engine: Engine, open_page: Open) -> None:
    app = open_page("home", lang="en")
    assert "0 of 5 done" in texts(app)
    assert app.button(key="next_step").label == "Add a text"
    add_source(engine, "雾从江面上起来。".encode(), file_name="story.txt", max_bytes=1000)
    app = open_page("home", lang="en")
    assert "1 of 5 done" in texts(app)
    assert app.button(key="next_step").label == "Add questions"
    fill(engine)
    app = open_page("home", lang="en")
    assert "3 of 5 done" in texts(app)
    assert app.button(key="next_step").label == "Review 5 flagged"
    record(engine, EXPORTED, file="set.jsonl")
    assert "of 5 done" not in texts(open_page("home", lang="en"))


def test_a_question_in_two_queues_waits_once_and_rates_have_their_n(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    decide(engine, 2, "王敏", Action.KEEP, idempotency_key="1")
    ask_second(engine, 2, "王敏", idempotency_key="2")
    said = texts(open_page("home", lang="en"))
    waiting = count(engine, Queue(whose="王晓"))
    assert "Second reviews" in said
    assert f"{waiting} questions waiting" in said
    assert "16.7% of 6 evaluated · " in said


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_homes_pass_rate_has_the_interval_that_the_runs_page_shows(
    engine: Engine, open_page: Open, lang: str
) -> None:
    run = fill(engine)
    rate = run_rate(engine, run)
    assert rate is not None
    assert rate.too_few
    _ = wording(lang)
    said = _("too few passages for an interval ({n})").format(n=rate.clusters)
    assert said in texts(open_page("runs", lang=lang, run=run))
    assert f" · {said}</div>" in texts(open_page("home", lang=lang))


def test_a_lead_makes_a_queue_and_its_reviewer_continues_there(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = open_page("home", lang="en")
    app.session_state["all_queues"] = True
    app.run()
    app.text_input(key="queue_name").set_value("Low ones")
    app.selectbox(key="queue_reason").set_value("low_confidence")
    next(button for button in app.button if button.label == "Create queue").click().run()
    (saved,) = saved_queues(engine)
    assert (saved.name, saved.queue.reason, saved.reviewer) == ("Low ones", "low_confidence", None)
    assert "Queue “Low ones” created." in texts(app)
    home = open_page("home", lang="en")
    assert "Low ones: 1 flagged question left" in texts(home)
    home.button(key="resume").click().run()
    assert home.query_params["queue"] == str(saved.id)
    assert "Low ones" in texts(home)
    gone = open_page("review", lang="en", queue=99)
    assert "Queue 99 does not exist." in texts(gone)


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_a_queue_is_deleted_only_where_it_is_confirmed(
    engine: Engine, open_page: Open, lang: str
) -> None:
    fill(engine)
    queue_id = create_queue(engine, "Low ones", Queue(), to=None, by="王晓")
    _ = wording(lang)
    app = open_page("home", lang=lang)
    app.session_state["all_queues"] = True
    app.run()
    assert _("Delete") not in [button.label for button in app.button]
    said = texts(app)
    assert _("The queue “{name}” is deleted permanently.").format(name="Low ones") in said
    assert _("Questions and decisions are kept.") in said
    confirm = app.button(key=f"delete_queue_{queue_id}")
    assert confirm.label == _("Delete permanently")
    confirm.click().run()
    assert saved_queues(engine) == []
    assert _("Queue “{name}” deleted.").format(name="Low ones") in texts(app)


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_the_samples_rates_have_the_interval_that_accuracy_shows(
    engine: Engine, open_page: Open, lang: str
) -> None:
    load_sample(engine)
    run = fill(engine)
    with Session(engine) as session:
        session.get_one(Run, run).is_sample = True
        session.commit()
    rate = run_rate(engine, run)
    assert rate is not None
    assert rate.too_few
    _ = wording(lang)
    few = _("too few passages for an interval ({n})").format(n=rate.clusters)
    said = texts(open_page("home", lang=lang, samples=1))
    assert _("n = {n} · {interval}").format(n=rate.n, interval=few) in said


def test_samples_are_in_no_number_until_chosen_and_go_for_good(
    engine: Engine, open_page: Open
) -> None:
    load_sample(engine)
    run = fill(engine)
    with Session(engine) as session:
        session.get_one(Run, run).is_sample = True
        session.commit()
    assert count(engine, Queue()) == 0
    assert count(engine, Queue(run)) == 5
    app = open_page("home", lang="en")
    assert "flagged questions left" not in texts(app)
    assert "?samples=1" in links(app)["Open samples"]
    assert "Flags on planted faults" in texts(open_page("home", lang="en", samples=1))
    app.button(key="remove_samples").click().run()
    assert sample_library(engine) is None
    assert are_samples_removed(engine)
    assert list_audit(engine)[0].actor == "王晓"
    assert not [one for one in list_sets(engine) if one.is_sample]
