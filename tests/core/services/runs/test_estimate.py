"""The cost of a run is estimated by counting tokens."""

from collections.abc import Callable

import pytest
from sqlmodel import select

from core.errors import NotFoundError
from core.llm import LEXICAL, Connection, Price, PromptTemplateManager
from core.services.runs import RunSpec, estimate
from core.services.runs.run_context import BookCache
from core.text import load_tokenizer
from core.validation import QuestionValidator, context_for
from db.engine import writing
from db.tables import QuestionRow
from tests.core.services.runs.conftest import working
from tests.core.services.runs.desk import Desk
from tests.openai_server import OpenAIServer

MakeDesk = Callable[..., tuple[Desk, OpenAIServer]]
CONNECTION = Connection(
    name="test",
    model="test-model",
    base_url="http://127.0.0.1:9/v1",
    max_output_tokens=100,
)
PRICE = Price(prompt=2.0, completion=8.0, currency="USD")


async def sent_tokens(desk: Desk, spec: RunSpec) -> int:
    """Number of tokens of all prompts, rendered as a run renders them."""
    from core.llm import open_client
    from core.services.records import question_from_row

    tokenizer = load_tokenizer(spec.tokenizer)
    book = await BookCache(desk.engine).of_set(spec.set_id, spec.tokenizer)
    client = open_client(LEXICAL, {})
    validator = QuestionValidator(client, PromptTemplateManager(), language=spec.language)
    tokens = 0
    with writing(desk.engine) as session:
        for row in session.exec(select(QuestionRow)):
            question = question_from_row(row)
            prompt = validator.prompt_for(question, context_for(question, book, spec.context_mode))
            tokens += sum(len(tokenizer.encode(message.content)) for message in prompt.messages)
    return tokens


@pytest.mark.parametrize("context_mode", ["position", "whole"])
async def test_the_estimate_is_within_two_percent_of_the_prompts_sent(
    make_desk: MakeDesk, context_mode: str
) -> None:
    desk, _ = make_desk(40)
    spec = desk.spec(context_mode=context_mode, price=PRICE)
    estimated = estimate(desk.engine, spec, CONNECTION)
    sent = await sent_tokens(desk, spec)
    assert estimated.calls == 40
    assert estimated.max_completion_tokens == 4000
    assert abs(estimated.prompt_tokens - sent) <= 0.02 * sent
    assert estimated.cost == pytest.approx((estimated.prompt_tokens * 2 + 4000 * 8) / 1_000_000)


def test_skipped_questions_are_told_apart_and_not_counted(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(10)
    with writing(desk.engine) as session:
        rows = session.exec(select(QuestionRow).order_by(QuestionRow.id)).all()
        rows[0].start_pos = rows[0].end_pos = None
        rows[1].start_pos, rows[1].end_pos = 1_000_000, 1_000_010
        rows[2].start_pos = rows[2].end_pos = None
        rows[2].context = "A text of its own."
    estimated = estimate(desk.engine, desk.spec(), CONNECTION)
    assert estimated.skipped == {"no_position": 1, "position_out_of_range": 1}
    assert estimated.calls == 8


def test_replies_already_paid_for_cost_nothing(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(10)
    with working(desk):
        desk.wait(desk.start())
    again = estimate(desk.engine, desk.spec(), CONNECTION)
    assert (again.calls, again.reused, again.prompt_tokens, again.cost) == (0, 10, 0, 0.0)
    without_reuse = estimate(desk.engine, desk.spec(reuse_replies=False), CONNECTION)
    assert (without_reuse.calls, without_reuse.reused) == (10, 0)


def test_the_baseline_makes_no_calls(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(10)
    estimated = estimate(desk.engine, desk.spec(connection="lexical"), LEXICAL)
    assert (estimated.calls, estimated.prompt_tokens, estimated.cost) == (0, 0, 0.0)
    assert "calls no model" in estimated.notes[0].translate()


def test_prompts_longer_than_the_window_are_announced(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(40)
    small = CONNECTION.model_copy(update={"context_window": 500})
    estimated = estimate(desk.engine, desk.spec(context_mode="whole"), small)
    assert any("the model's window of 500" in note.translate() for note in estimated.notes)


def test_an_unknown_set_is_refused(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(1)
    spec = RunSpec(set_id=999, connection="test")
    with pytest.raises(NotFoundError, match="Question set 999 does not exist"):
        estimate(desk.engine, spec, CONNECTION)
