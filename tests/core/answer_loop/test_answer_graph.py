"""Every scenario of source 004, over real HTTP; the tests are numbered like the scenarios."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from core.answer_loop.answer_graph import MultiAgentGraph
from core.answer_loop.config import Config
from core.answer_loop.journal import Committed, MemoryJournal
from core.answer_loop.loop_messages import LoopMessages
from core.answer_loop.loop_result import LoopOutcome
from core.answer_loop.rule_evaluator import RuleEvaluator
from core.answer_loop.state import MultiAgentState, initial_state
from core.errors import ConfigurationError
from core.evidence_gate.evidence import numbered
from core.evidence_gate.extractive import EXTRACTIVE
from core.llm import LLMError, PromptTemplateManager
from core.llm.errors import AuthenticationFailed
from tests.core.answer_loop.looping import (
    BARE,
    FAILED,
    GOOD,
    PASSED,
    QUERY,
    Script,
    Shelf,
    close_clients,
    graph_at,
)
from tests.core.evidence_gate.evidence_texts import GENEALOGY
from tests.openai_server import Fault, OpenAIServer, in_order


def _state(**changes: Any) -> MultiAgentState:
    state = initial_state(
        QUERY, "zh", numbered(Shelf().search(QUERY)), MemoryJournal(Committed(()))
    )
    state["messages"] = LoopMessages(PromptTemplateManager()).first(state)
    return MultiAgentState(**{**state, **changes})  # type: ignore[typeddict-item]


def _observed(folder: Path) -> list[dict[str, Any]]:
    file = folder / "observational_data.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else []


async def test_scenario_1_1_the_first_answer_is_evaluated(tmp_path: Path) -> None:
    """首次生成与评估.

    The first answer is evaluated; the epoch before it is 0 (reading 34).
    """
    script = Script()
    async with OpenAIServer(script) as server:
        graph = graph_at(server.url, tmp_path)
        state = _state()
        assert state["epoch"] == 0
        result = await graph.run(QUERY)
    assert len(script.asked["gen"]) == len(script.asked["judge"]) == 1
    assert GOOD in script.asked["judge"][0].user
    assert result.attempts[0].epoch == 1


async def test_scenario_1_2_a_passed_answer_ends_the_loop(tmp_path: Path) -> None:
    """评估通过直接结束."""
    async with OpenAIServer(Script()) as server:
        result = await graph_at(server.url, tmp_path).run(QUERY)
    assert result.outcome is LoopOutcome.PASSED
    assert result.final_answer == GOOD
    assert len(result.attempts) == 1
    assert not result.is_flagged


async def test_scenario_1_3_a_passed_answer_is_observed(tmp_path: Path) -> None:
    """评估通过触发观测数据持久化.

    `run` parses `retrieved_nodes_score` and appends; nothing else does (reading 41).
    """
    async with OpenAIServer(Script()) as server:
        graph = graph_at(server.url, tmp_path)
        await graph.run(QUERY, id_="one")
        await graph.run(QUERY, id_="two")
        await graph.run(QUERY, id_="two")
    first, second = _observed(tmp_path)
    assert (first["id"], second["id"]) == ("one", "two")
    assert first["query"] == QUERY
    assert first["final_answer"] == GOOD
    assert first["nodes"] == [
        {"evidence_id": "ev-1", "title": "严氏族谱", "score": 4.0, "coverage": 0.9}
    ]


async def test_observations_are_written_only_where_an_answer_passed(tmp_path: Path) -> None:
    async with OpenAIServer(Script(evaluations=[FAILED])) as server:
        await graph_at(server.url, tmp_path, most=1).run(QUERY)
    assert _observed(tmp_path) == []


async def test_scenario_1_4_not_passed_below_the_cap_is_generated_again(tmp_path: Path) -> None:
    """评估不通过且未达上限."""
    script = Script([BARE, GOOD], [FAILED, PASSED])
    async with OpenAIServer(script) as server:
        result = await graph_at(server.url, tmp_path).run(QUERY)
    assert [attempt.epoch for attempt in result.attempts] == [1, 2]
    assert [attempt.passed for attempt in result.attempts] == [False, True]
    assert result.final_answer == GOOD
    assert "第一句缺少来源标注" in script.asked["gen"][1].user


async def test_scenario_1_5_not_passed_at_the_cap_ends_with_the_last_answer(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """评估不通过且已达上限.

    The best attempt is the result, never a later worse one, and it is flagged (reading 43).
    """
    two_suggestions = {"passed": False, "suggestions": ["[证据标注] 一", "[合理性] 二"]}
    script = Script([BARE, "第二次。", "第三次。"], [FAILED, two_suggestions, two_suggestions])
    async with OpenAIServer(script) as server:
        result = await graph_at(server.url, tmp_path).run(QUERY)
    assert result.outcome is LoopOutcome.CAPPED
    assert result.final_answer == BARE
    assert result.best.answer == BARE
    assert result.is_flagged
    assert len(script.asked["gen"]) == 3
    assert "none has passed" in caplog.text


@pytest.fixture(autouse=True)
async def _clients_closed() -> AsyncIterator[None]:
    yield
    await close_clients()


async def _rules(answer: str, *, texts: tuple[str, ...] = (GENEALOGY,)) -> list[str]:
    evidence = numbered(Shelf(texts).search(QUERY))
    judged = await RuleEvaluator().evaluate(QUERY, answer, evidence, language="zh")
    return list(judged.evaluation.suggestions)


async def test_scenario_2_1_reasonable() -> None:
    """合理性检查通过."""
    assert await _rules(GOOD) == []


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("村中有石桥一座，名永济桥。[1]", "没有围绕问题"),
        (f"{GOOD}{GOOD}", "重复"),
        ("", "为空"),
    ],
)
async def test_scenario_2_2_unreasonable(answer: str, said: str) -> None:
    """合理性检查失败."""
    texts = ("村中有石桥一座，名永济桥。",) if "桥" in answer else (GENEALOGY,)
    suggestions = await _rules(answer, texts=texts)
    assert any(
        suggestion.startswith("[合理性]") and said in suggestion for suggestion in suggestions
    )


async def test_scenario_2_2_a_model_gives_its_suggestions(tmp_path: Path) -> None:
    reply = {"passed": False, "suggestions": ["[合理性] 偏离了原始问题，请回答年份"]}
    async with OpenAIServer(Script(evaluations=[reply])) as server:
        result = await graph_at(server.url, tmp_path, most=1).run(QUERY)
    judged = result.attempts[0].judged
    assert judged
    assert judged.evaluation.to_dict() == reply


async def test_scenario_3_1_the_evaluation_sees_what_was_retrieved(tmp_path: Path) -> None:
    """评估提示加入检索内容: As many items as Top-K."""
    script, texts = Script(), tuple(f"第{n}段。{GENEALOGY}" for n in range(9))
    async with OpenAIServer(script) as server:
        await graph_at(server.url, tmp_path, retriever=Shelf(texts)).run(QUERY)
    prompt = script.asked["judge"][0].user
    assert all(f"[{n}] 严氏族谱" in prompt for n in range(1, Config().TOP_K + 1))
    assert f"[{Config().TOP_K + 1}]" not in prompt


async def test_scenario_3_2_retrieved_items_are_cut(tmp_path: Path) -> None:
    """检索内容截断.

    500 characters stay uncut; longer ones become the window with the answer, and "…" (reading 40).
    """
    exactly, longer = "甲" * 500, "乙" * 600 + GENEALOGY + "丙" * 600
    script = Script()
    async with OpenAIServer(script) as server:
        await graph_at(server.url, tmp_path, retriever=Shelf((exactly, longer))).run(QUERY)
    judged, generated = script.asked["judge"][0].user, script.asked["gen"][0].user
    assert f"{exactly}\n" in judged
    cut = judged.split("[2] 严氏族谱\n")[1].split("\n")[0]
    assert len(cut) == 501
    assert cut.endswith("…")
    assert "于明朝洪武三年自泉州迁入严田" in cut
    assert longer in generated


async def test_scenario_4_1_evidence_cited_correctly() -> None:
    """证据标注检查通过."""
    assert await _rules(f"{GOOD}族谱没有记载他迁来的月份。") == []


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (BARE, "缺少来源标注"),
        ("严氏始祖于明朝洪武五年迁入严田。[1]", "数字“五”不在证据中"),
        ("据《严氏族谱》：“始祖于永乐年间迁入严田”[1]", "引文"),
        ("严氏始祖迁入严田。[9]", "不存在的证据 [9]"),
    ],
)
async def test_scenario_4_2_evidence_cited_wrongly(answer: str, said: str) -> None:
    """证据标注检查失败."""
    suggestions = await _rules(answer)
    assert any(
        suggestion.startswith("[证据标注]") and said in suggestion for suggestion in suggestions
    )


async def test_scenario_4_2_missing_information_is_not_admitted() -> None:
    """信息不足部分未说明.

    With nothing retrieved an answer passes only if it claims nothing (reading 37).
    """
    assert "请说明哪些信息不足" in (await _rules(BARE, texts=()))[0]
    assert await _rules("现有资料没有记载严氏始祖迁来的年份。", texts=()) == []


async def test_scenario_5_1_the_epoch_begins_at_0(tmp_path: Path) -> None:
    """Epoch 初始化."""
    assert _state()["epoch"] == 0


async def test_scenario_5_2_the_epoch_is_counted(tmp_path: Path) -> None:
    """Epoch 计数: Counted once, in generate (reading 34)."""
    async with OpenAIServer(Script()) as server:
        graph = graph_at(server.url, tmp_path)
        state = _state()
        generated = await graph._generate_answer_node(state)
        assert generated["epoch"] == 1
        assert "epoch" not in await graph._eval_answer_node({**state, **generated})  # type: ignore[typeddict-item]


async def test_scenario_5_3_the_epoch_at_the_cap(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Epoch 达到上限."""
    script = Script([BARE], [FAILED])
    async with OpenAIServer(script) as server:
        result = await graph_at(server.url, tmp_path, most=2).run(QUERY)
    assert (len(script.asked["gen"]), result.final_epoch) == (2, 1)
    assert [r.levelname for r in caplog.records if "none has passed" in r.message] == ["WARNING"]


@pytest.mark.parametrize("value", ["0", "-1", "many"])
def test_gener_epoch_below_one_is_refused(value: str) -> None:
    with pytest.raises(ConfigurationError, match="GENER_EPOCH"):
        Config.from_environment({"GENER_EPOCH": value})


async def test_scenario_6_1_the_evaluator_is_made_with_the_graph(tmp_path: Path) -> None:
    """评估模型初始化."""
    opened: list[str] = []

    def open_evaluator(name: str) -> RuleEvaluator:
        opened.append(name)
        return RuleEvaluator()

    async with OpenAIServer(Script()) as server:
        generator = graph_at(server.url, tmp_path).generator
        config = Config.from_environment({"LLM_MUTI_AGENT": "judge-large"})
        MultiAgentGraph(generator, open_evaluator, None, config)
    assert opened == ["judge-large"]


async def test_scenario_6_2_the_evaluator_is_called_separately(tmp_path: Path) -> None:
    """评估模型独立调用.

    tests/core/services/answers/test_loops.py checks that they share no client over one
    connection either.
    """
    script = Script()
    async with OpenAIServer(script) as server:
        await graph_at(server.url, tmp_path).run(QUERY)
    assert script.asked["judge"][0].body["model"] == "judge"
    assert script.asked["gen"][0].body["model"] == "gen"


async def test_a_model_that_judges_itself_is_warned_about(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Two instances of one model are one model (reading 44)."""
    script = Script([GOOD, json.dumps(PASSED)])
    async with OpenAIServer(script) as server:
        result = await graph_at(server.url, tmp_path, judge="gen").run(QUERY)
    assert result.judges_itself
    assert "are one model" in caplog.text


async def test_scenario_7_1_a_system_and_a_human_message_at_first(tmp_path: Path) -> None:
    """初始构建 SystemMessage 和 HumanMessage."""
    system, human = _state()["messages"]
    assert isinstance(system, SystemMessage)
    assert isinstance(human, HumanMessage)
    assert QUERY in str(human.content)
    assert GENEALOGY in str(human.content)


async def test_scenario_7_2_generate_reads_the_messages(tmp_path: Path) -> None:
    """生成节点读取 messages: All messages are sent, and nothing else."""
    script, state = Script(), _state()
    async with OpenAIServer(script) as server:
        graph = graph_at(server.url, tmp_path)
        await graph._generate_answer_node(state)
    sent = script.asked["gen"][0].body["messages"]
    assert [one["content"] for one in sent] == [one.content for one in state["messages"]]
    assert [one["role"] for one in sent] == ["system", "user"]


async def test_scenario_7_3_evaluate_reads_the_last_answer(tmp_path: Path) -> None:
    """评估节点读取最近一次答案."""
    script, state = Script(), _state(epoch=1)
    state["journal"].generated(1, _draft("第一次。"))
    state["messages"] = [*state["messages"], AIMessage(content="这是最近的答案。")]
    async with OpenAIServer(script) as server:
        await graph_at(server.url, tmp_path)._eval_answer_node(state)
    assert "这是最近的答案。" in script.asked["judge"][0].user


def _draft(text: str) -> Any:
    from core.evidence_gate.answer_writer import DraftAnswer

    return DraftAnswer(text)


async def _evaluated(folder: Path, reply: object) -> dict[str, Any]:
    state = _state(epoch=1, last_answer=GOOD)
    state["journal"].generated(1, _draft(GOOD))
    state["messages"] = [*state["messages"], AIMessage(content=GOOD)]
    async with OpenAIServer(Script(evaluations=[reply])) as server:
        return await graph_at(server.url, folder)._eval_answer_node(state)


async def test_scenario_8_1_passed(tmp_path: Path) -> None:
    """评估通过返回."""
    update = await _evaluated(tmp_path, PASSED)
    assert update["last_evaluation"] == {"passed": True, "suggestions": []}
    assert update["messages"] == []


async def test_scenario_8_2_not_passed_with_suggestions(tmp_path: Path) -> None:
    """评估不通过返回建议: Suggestions name their dimension (reading 39)."""
    reply = {"passed": False, "suggestions": ["证据标注：缺来源", "【合理性】 偏题"]}
    update = await _evaluated(tmp_path, reply)
    expected = ["[证据标注] 缺来源", "[合理性] 偏题"]
    assert update["last_evaluation"] == {"passed": False, "suggestions": expected}


async def test_scenario_9_1_before_the_first_answer() -> None:
    """首次生成前初始化."""
    state = _state()
    assert (state["last_answer"], state["last_evaluation"], state["epoch"]) == ("", None, 0)


async def test_scenario_9_2_after_an_evaluation(tmp_path: Path) -> None:
    """评估后保存结果: `last_answer` stays: the evaluation does not write it."""
    update = await _evaluated(tmp_path, FAILED)
    assert update["last_evaluation"] == FAILED
    assert "last_answer" not in update


async def test_scenario_9_3_generate_reads_earlier_answers(tmp_path: Path) -> None:
    """生成前读取历史: The baseline reads its first answer and keeps it."""
    async with OpenAIServer(Script(evaluations=[FAILED, PASSED])) as server:
        result = await graph_at(server.url, tmp_path, gen=EXTRACTIVE).run(QUERY)
    first, second = (attempt.answer for attempt in result.attempts)
    assert first != second


async def test_the_baseline_never_ends_worse_than_it_began(tmp_path: Path) -> None:
    """A revision to "nothing is known" would pass, yet be worse than the first quote."""
    texts = (GENEALOGY, "懋成公携眷迁居上坞。")
    async with OpenAIServer(Script(evaluations=[FAILED])) as server:
        graph = graph_at(server.url, tmp_path, gen=EXTRACTIVE, retriever=Shelf(texts))
        result = await graph.run(QUERY)
    first, *revisions = (attempt.answer for attempt in result.attempts)
    assert "洪武三年" in first
    assert len(revisions) == 2
    assert all(attempt.startswith(first) for attempt in revisions)
    assert (result.final_answer, result.best_epoch, result.is_flagged) == (first, 1, True)


async def test_scenario_10_1_without_suggestions(tmp_path: Path) -> None:
    """首次生成（无历史建议）."""
    script = Script()
    async with OpenAIServer(script) as server:
        await graph_at(server.url, tmp_path).run(QUERY)
    sent = script.asked["gen"][0].body["messages"]
    assert len(sent) == 2
    assert "修改意见" not in sent[1]["content"]


async def test_scenario_10_2_with_suggestions(tmp_path: Path) -> None:
    """基于建议修改答案."""
    script = Script([BARE, GOOD], [FAILED, PASSED])
    async with OpenAIServer(script) as server:
        await graph_at(server.url, tmp_path).run(QUERY)
    sent = script.asked["gen"][1].body["messages"]
    assert [message["role"] for message in sent] == ["system", "user", "assistant", "user"]
    revision = sent[3]["content"]
    assert all(part in revision for part in (QUERY, GENEALOGY, BARE, FAILED["suggestions"][0]))
    assert "正确的部分逐字保留，只改动被指出的地方" in revision


@pytest.mark.parametrize(
    "said",
    [
        {"passed": True, "suggestions": ["[合理性] 偏题"]},
        {"passed": False, "suggestions": []},
        {"passed": False, "suggestions": ["质量差"]},
        {"passed": "maybe", "suggestions": []},
        "It looks fine to me.",
    ],
)
async def test_an_unreadable_judgement_is_retried_and_passes_nothing(
    said: object, tmp_path: Path
) -> None:
    """Three retries, then unevaluated (reading 42)."""
    script = Script(evaluations=[said])
    async with OpenAIServer(script) as server:
        result = await graph_at(server.url, tmp_path).run(QUERY)
    assert len(script.asked["judge"]) == 4
    assert result.outcome is LoopOutcome.UNEVALUATED
    assert result.attempts[0].unevaluated
    assert result.final_answer == GOOD
    assert result.is_flagged
    assert _observed(tmp_path) == []


async def test_a_failed_generation_raises(tmp_path: Path) -> None:
    async with OpenAIServer(Script(), in_order(Fault.SERVER_ERROR)) as server:
        with pytest.raises(LLMError):
            await graph_at(server.url, tmp_path).run(QUERY)


async def test_a_refused_key_ends_the_loop_at_once(tmp_path: Path) -> None:
    async with OpenAIServer(Script(), key="secret") as server:
        with pytest.raises(AuthenticationFailed):
            await graph_at(server.url, tmp_path).run(QUERY)
        assert len(server.asked) == 1


async def test_an_invalid_observations_file_is_left_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "observational_data.json"
    file.write_text("not json")
    async with OpenAIServer(Script()) as server:
        result = await graph_at(server.url, tmp_path).run(QUERY)
    assert result.outcome is LoopOutcome.PASSED, "what passed has passed anyway"
    assert result.unobserved
    assert (
        "Cannot add observations: the file is not a JSON list of objects"
        in result.unobserved.translate()
    )
    assert file.read_text() == "not json"


async def test_a_failure_to_write_observations_is_reported_and_the_answer_stays_passed(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "file"
    folder.write_text("no folder")
    async with OpenAIServer(Script()) as server:
        result = await graph_at(server.url, folder).run(QUERY)
    assert result.outcome is LoopOutcome.PASSED
    assert result.unobserved
    assert "DESK_OBSERVATIONAL_DATA" in result.unobserved.translate()


async def test_offline_the_baseline_answers_and_rules_judge(tmp_path: Path) -> None:
    graph = graph_at("", tmp_path, gen=EXTRACTIVE, judge="")
    result = await graph.run(QUERY)
    assert result.outcome is LoopOutcome.PASSED
    assert graph.generator.is_baseline
    assert graph.evaluator.is_rule
    assert not result.judges_itself
    assert "“严氏始祖讳仲安，于明朝洪武三年自泉州迁入严田。”[1]" in result.final_answer


@pytest.mark.parametrize(
    ("texts", "answer"),
    [((), "He was born in 1999 in Paris."), ((GENEALOGY,), f"{GOOD}他后来迁往苏州[7]。")],
)
async def test_a_certain_fault_fails_even_if_the_judge_passes_it(
    texts: tuple[str, ...], answer: str, tmp_path: Path
) -> None:
    """With nothing retrieved an answer passes only if it claims nothing (reading 37); citations of
    missing evidence never pass.
    """
    async with OpenAIServer(Script(answers=[answer])) as server:
        result = await graph_at(server.url, tmp_path, most=1, retriever=Shelf(texts)).run(QUERY)
    assert result.outcome is LoopOutcome.CAPPED
    (attempt,) = result.attempts
    assert attempt.judged
    assert attempt.judged.evaluation.suggestions[0].startswith(("[证据标注]", "[evidence]"))
    assert not (tmp_path / "observational_data.json").exists()
