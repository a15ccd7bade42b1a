"""A text is deleted with all dependent rows, and nothing else."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, text
from sqlmodel import Session, SQLModel, col, select, update

from core.errors import ForbiddenError, InputError, NotFoundError
from core.evidence_gate.chat_models import ChatRequest
from core.locale import wording
from core.ops.preparing import prepare
from core.services.access import Principal, Role, acting_as, list_audit
from core.services.answers import (
    AnswerContext,
    LoopSpec,
    chat,
    ensure_indexed,
    give_feedback,
    load_sample_documents,
    run_loop,
    save_profile,
    start_loop,
)
from core.services.answers.stored_retriever import StoredRetriever
from core.services.library.sources import add_source
from core.services.retention import DeletionRoot, delete_with_all, list_dependents
from core.services.review import (
    Action,
    BulkAction,
    BulkRequest,
    correct,
    decide,
    do_bulk,
    preview_bulk,
)
from core.settings import Settings
from db.engine import make_engine, url_of, writing
from db.tables import LLMReply, QuestionSet, Run, RunItem, SourceText, Validation
from tests.core.services.results.desk_data import fill
from tests.core.services.review.test_revalidation import FEE
from tests.postgres import new_database

PLANTED = "蓝鹭在第七根石柱上写了字"
DOCUMENT = f"渡口志。{PLANTED}，渡口的人都看见了。光绪三年，船工李四重修石柱。"
ASKED = "谁在第七根石柱上写了字？"


@pytest.fixture(scope="module")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A full desk, to be copied."""
    folder = tmp_path_factory.mktemp("full")
    _fill_desk(f"sqlite:///{folder / 'full.db'}", folder)
    return folder / "full.db"


@pytest.fixture(scope="module")
def migrated_postgres(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    url = new_database(postgres_server)
    _fill_desk(url, tmp_path_factory.mktemp("full"))
    return url


@pytest.fixture
def full(engine: Engine) -> tuple[Engine, int, int]:
    """A desk with two reviewed novels and a document; the ids of the second and the document."""
    with Session(engine) as session:
        doomed = session.exec(
            select(QuestionSet.source_id).join(Run).where(Run.title == "doomed")
        ).one()
        document = session.exec(select(SourceText.id).where(SourceText.title == "渡口志")).one()
    assert doomed is not None
    assert document is not None
    return engine, doomed, document


def _fill_desk(url: str, folder: Path) -> None:
    engine = prepare(Settings(database_url=url))
    load_sample_documents(engine)
    for title in ("kept", "doomed"):
        _reviewed(engine, title)
    added = add_source(engine, DOCUMENT.encode(), file_name="渡口志.txt", max_bytes=10**6)
    ensure_indexed(engine)
    _answered(engine, folder, added.source_id)
    for each in (engine, make_engine(url_of(engine))):  # the chat has one of its own
        each.dispose()


def _reviewed(engine: Engine, title: str) -> None:
    run_id = fill(engine, title=title)
    with Session(engine) as session:
        ids = list(session.exec(select(RunItem.id).where(RunItem.run_id == run_id)))
        session.execute(
            update(Validation)
            .where(col(Validation.run_id) == run_id)
            .values(raw_reply=f"{title} {PLANTED}", provenance={"prompt_hash": f"p-{title}"})
        )
        session.add(_reply(f"k-{title}", f"p-{title}"))
        session.commit()
    decide(engine, ids[2] or 0, "Wang", Action.DROP, PLANTED, idempotency_key=f"{title}1")
    correct(engine, ids[1] or 0, "Li", FEE, PLANTED, idempotency_key=f"{title}2")
    counted = preview_bulk(
        engine, [item_id or 0 for item_id in ids[3:6]], BulkRequest(BulkAction.DROP), "Wang"
    )
    do_bulk(engine, counted, PLANTED, idempotency_key=f"{title}3")


def _reply(key: str, prompt_hash: str) -> LLMReply:
    return LLMReply(
        key=key,
        connection="c",
        model="m",
        prompt_hash=prompt_hash,
        text=f"{key} {PLANTED}",
        finish_reason="stop",
    )


def _answered(engine: Engine, folder: Path, source_id: int) -> None:
    """Store an answer from the document alone and one in a loop; both quote the document."""
    npc = {"tenant_id": "t", "site_id": "s", "npc_id": "ferryman"}
    profile = npc | {
        "name": "船工",
        "type": "keeper",
        "persona": "在渡口撑船的人。",
        "refusal_template": "ask_the_records",
        "min_citations": 1,
        "words": {"records": "渡口志", "keepers": "船工"},
        "source_ids": [source_id],
        "language": "zh",
    }
    save_profile(engine, profile, connection="lexical", by="Li")

    async def ask() -> str:
        desk = AnswerContext(Settings(database_url=url_of(engine)), {})
        try:
            return (await chat(desk, ChatRequest(query=ASKED, **npc))).trace_id
        finally:
            await desk.aclose()

    give_feedback(engine, asyncio.run(ask()), "right", note=PLANTED, by="Li")
    loop_id = start_loop(engine, ASKED, LoopSpec(source_ids=(source_id,)))
    observed = {"DESK_OBSERVATIONAL_DATA": str(folder / "observed.json")}
    assert run_loop(engine, loop_id, StoredRetriever(engine), environ=observed)


def everything(engine: Engine) -> dict[str, list[dict[str, Any]]]:
    with engine.connect() as connection:
        return {
            table.name: [dict(row._mapping) for row in connection.execute(table.select())]
            for table in SQLModel.metadata.sorted_tables
        }


def counts(engine: Engine) -> dict[str, int]:
    return {name: len(rows) for name, rows in everything(engine).items() if rows}


def test_a_document_goes_with_its_passages_and_every_answer_that_quotes_it(
    full: tuple[Engine, int, int],
) -> None:
    engine, _, document = full
    before = everything(engine)
    dependents = list_dependents(engine, DeletionRoot.SOURCE, document)
    assert {"source_text", "passage", "answer_trace", "gate_feedback", "answer_loop"} <= set(
        dependents.rows
    )
    deleted = delete_with_all(engine, DeletionRoot.SOURCE, document, confirm="渡口志")
    assert deleted == dependents
    after = everything(engine)
    for name, n in dependents.rows.items():
        assert len(before[name]) - len(after[name]) == n, name
    for name in ("answer_trace", "answer_loop", "answer_attempt", "gate_feedback", "passage"):
        assert PLANTED not in json.dumps(after[name], ensure_ascii=False, default=str), name
    ensure_indexed(engine)
    assert not StoredRetriever(engine).search("第七根石柱")


def test_a_novel_goes_with_its_run_and_decisions_and_the_others_rows_stay_as_they_were(
    full: tuple[Engine, int, int],
) -> None:
    engine, novel, _ = full
    before = everything(engine)
    deleted = delete_with_all(engine, DeletionRoot.SOURCE, novel, confirm="渡口")
    after = everything(engine)
    for name, rows in after.items():
        assert name == "audit_event" or not [row for row in rows if row not in before[name]], name
        lost = len(before[name]) - len(rows)
        # A bulk action is deleted with the last of its items.
        expected = {"review_batch": 1, "audit_event": -1}.get(name, deleted.rows.get(name, 0))
        assert lost == expected, name
    assert {"run_item", "review_event", "question_revision", "llm_reply"} <= set(deleted.rows)
    assert deleted.rows["llm_reply"] == 1
    assert [row["key"] for row in after["llm_reply"]] == ["k-kept"]
    assert all("doomed" not in str(row) for row in after["validation"])
    (entry, *_) = list_audit(engine)
    assert (entry.kind, entry.detail["title"], entry.detail["run_item"]) == ("deleted", "渡口", 8)


def test_nothing_of_it_is_left_in_the_files_of_sqlite(full: tuple[Engine, int, int]) -> None:
    engine, _, document = full
    if engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL's files are its own")
    _reviewed(engine, "in the log too")  # the others are in the file alone
    for row in everything(engine)["source_text"]:
        if row["title"] == "渡口":
            delete_with_all(engine, DeletionRoot.SOURCE, row["id"], confirm="渡口")
    delete_with_all(engine, DeletionRoot.SOURCE, document, confirm="渡口志")
    engine.dispose()
    file = Path(engine.url.database or "")
    for path in file.parent.glob(f"{file.name}*"):
        data = path.read_bytes()
        assert PLANTED.encode() not in data, path.name
        assert json.dumps(PLANTED).encode()[1:-1] not in data, path.name


def test_a_set_goes_and_its_novel_stays(full: tuple[Engine, int, int]) -> None:
    engine, novel, _ = full
    with Session(engine) as session:
        set_id = session.exec(select(QuestionSet.id).where(QuestionSet.source_id == novel)).one()
    delete_with_all(engine, DeletionRoot.SET, set_id or 0, confirm="渡口")
    with Session(engine) as session:
        assert session.get(SourceText, novel) is not None
        assert session.get(QuestionSet, set_id) is None
        assert session.exec(select(Run.title)).all() == ["kept"]


def test_what_is_deleted_never_gives_its_id_to_another(full: tuple[Engine, int, int]) -> None:
    """NPCs, links, caches and the queue remember ids."""
    engine, novel, document = full
    old = everything(engine)
    delete_with_all(engine, DeletionRoot.SOURCE, document, confirm="渡口志")
    delete_with_all(engine, DeletionRoot.SOURCE, novel, confirm="渡口")
    again = add_source(engine, b"Another text.", file_name="a.txt", max_bytes=10**6).source_id
    assert again > max(row["id"] for row in old["source_text"])
    assert fill(engine, title="later") > max(row["id"] for row in old["run"])
    with Session(engine) as session:
        newest = session.exec(select(RunItem.id).order_by(col(RunItem.id).desc())).first()
        oldest = session.exec(select(RunItem.id).join(Run).where(Run.title == "later")).first()
    assert (oldest or 0) > max(row["id"] for row in old["run_item"])
    assert (newest or 0) >= (oldest or 0)


@pytest.mark.parametrize(
    ("table", "english", "chinese"),
    [("run", "run {id}", "任务 {id}"), ("answer_loop", "loop {id}", "循环 {id}")],
)
def test_what_is_under_way_is_not_deleted(
    full: tuple[Engine, int, int], table: str, english: str, chinese: str
) -> None:
    engine, novel, document = full
    before = counts(engine)
    with writing(engine) as session:
        session.execute(text(f"UPDATE {table} SET status = 'running'"))
    root = novel if table == "run" else document
    title = "渡口" if table == "run" else "渡口志"
    ids = [id_ for _, id_ in list_dependents(engine, DeletionRoot.SOURCE, root).under_way]
    with pytest.raises(InputError, match="is still active") as refused:
        delete_with_all(engine, DeletionRoot.SOURCE, root, confirm=title)
    active = ", ".join(english.format(id=id_) for id_ in ids)
    assert str(refused.value).startswith(f"{active} is still active.")
    active = "、".join(chinese.format(id=id_) for id_ in ids)
    assert refused.value.translate(wording("zh_CN")).startswith(f"{active} 尚未结束。")
    assert counts(engine) == before


def test_another_title_a_sample_and_what_is_not_there_are_refused(
    full: tuple[Engine, int, int],
) -> None:
    engine, novel, _ = full
    before = counts(engine)
    with pytest.raises(InputError, match="Enter the title"):
        delete_with_all(engine, DeletionRoot.SOURCE, novel, confirm="kept")
    with Session(engine) as session:
        sample = session.exec(select(SourceText).where(col(SourceText.is_sample))).first()
    assert sample is not None
    with pytest.raises(
        InputError, match="Samples come with the desk and are restored at every start"
    ):
        delete_with_all(engine, DeletionRoot.SOURCE, sample.id or 0, confirm=sample.title)
    for root in DeletionRoot:
        with pytest.raises(NotFoundError):
            list_dependents(engine, root, 99_999)
    assert counts(engine) == before


def test_nobody_but_an_admin_deletes(full: tuple[Engine, int, int]) -> None:
    engine, novel, _ = full
    lead = acting_as(engine, Principal("Lee", Role.LEAD, "x|1"))
    with pytest.raises(ForbiddenError):
        list_dependents(lead, DeletionRoot.SOURCE, novel)
    with pytest.raises(ForbiddenError):
        delete_with_all(lead, DeletionRoot.SOURCE, novel, confirm="渡口")
    admin = acting_as(engine, Principal("Ada", Role.ADMIN, "x|2"))
    delete_with_all(admin, DeletionRoot.SOURCE, novel, confirm="渡口")
    assert list_audit(engine)[0].actor == "Ada"
