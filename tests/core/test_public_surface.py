"""Whoever has read a source document finds its names in the package's root, and calls them so."""

import ast
import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from tests.bench.house import PRODUCT, repeated_class_names

ROOT = Path(__file__).parents[2]
QUESTION: dict[str, Any] = {
    "question": "他们在哪里过了一夜？",
    "question_type": "single_choice",
    "choice": {"a": "铁路风景旅馆十七号房间", "b": "破釜酒吧的阁楼"},
    "answer": ["a"],
    "position": {"start_pos": 300, "end_pos": 360},
}
PASSAGE = "他们在铁路风景旅馆十七号房间过了一夜，第二天清早继续赶路。"
FILLER = "".join(f"第{n}天，雨下了一整天，路上没有行人，河水慢慢地涨起来。" for n in range(200))
NOVEL = FILLER[:400] + PASSAGE + FILLER[400:]


class Answering:
    """An LLM client that gives one reply, as a user of the library may bring their own."""

    name, model, kind = "mine", "mine-1", "openai"

    def __init__(self, reply: dict[str, Any]) -> None:
        self._reply = json.dumps(reply, ensure_ascii=False)

    async def complete(self, prompt: Any) -> Any:
        from core.llm import Completion

        return Completion(self._reply, self.model)

    async def aclose(self) -> None: ...


REPLY = {
    "answer": ["a"],
    "evidence": PASSAGE,
    "is_answerable": True,
    "confidence": "high",
    "reasoning": "原文明确提到。",
}


def parameters(call: Any) -> list[str]:
    return [name for name in signature(call).parameters if name != "self"]


def positional(call: Any) -> list[str]:
    """What is added to a source's signature is added by keyword."""
    return [
        p.name
        for p in signature(call).parameters.values()
        if p.kind is p.POSITIONAL_OR_KEYWORD and p.name != "self"
    ]


def imported_names() -> Iterator[tuple[str, str, list[str]]]:
    """(importing module, module imported from, names) of the product."""
    files = [ROOT / "app.py", *(file for top in PRODUCT for file in (ROOT / top).rglob("*.py"))]
    for file in files:
        importer = file.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                yield importer, node.module, [alias.name for alias in node.names]


def test_a_public_class_name_stands_once(tmp_path: Path) -> None:
    product = [file for top in PRODUCT for file in (ROOT / top).rglob("*.py")]
    assert repeated_class_names(product) == []
    same = [tmp_path / "one.py", tmp_path / "other.py"]
    same[0].write_text("class Place: ...\nclass Other: ...")
    same[1].write_text("Place = tuple[int, int]")
    assert repeated_class_names(same) == ["Place"]


async def test_000_question_validator() -> None:
    from core.llm import LLMClient, PromptTemplateManager
    from core.text import load_tokenizer
    from core.validation import QuestionValidator, ValidationResult

    client: LLMClient = Answering(REPLY)
    validator = QuestionValidator(
        llm_client=client,
        prompt_manager=PromptTemplateManager(),
        similarity_threshold=0.8,
        confidence_threshold="medium",
    )
    result = await validator.validate_question(question=QUESTION, context=NOVEL)
    assert isinstance(result, ValidationResult)
    tokens: list[int] = load_tokenizer("cl100k_base").encode(NOVEL)
    results = await validator.validate_batch([QUESTION], tokens, concurrency=5)
    assert [one.question for one in results] == [QUESTION]


async def test_000_validation_result() -> None:
    from core.llm import PromptTemplateManager
    from core.validation import QuestionValidator, ValidationResult

    named = "question is_valid model_answer answer_matches evidence evidence_found "
    named += "evidence_similarity is_answerable confidence failure_reasons"
    assert positional(ValidationResult) == named.split()
    validator = QuestionValidator(Answering(REPLY), PromptTemplateManager())
    result = await validator.validate_question(QUESTION, NOVEL)
    assert result.is_valid
    assert result.model_answer == ["a"]
    assert result.answer_matches
    assert result.evidence == PASSAGE
    assert result.evidence_found
    assert result.evidence_similarity == 1.0
    assert result.is_answerable
    assert result.confidence == "high"
    assert result.failure_reasons == []
    row = result.to_dict()
    assert {name: row[name] for name in QUESTION} == QUESTION
    assert set(named.split()) - {"question"} <= set(row["validation"])


def test_000_evidence_matcher() -> None:
    from core.validation import EvidenceMatcher

    assert positional(EvidenceMatcher) == ["similarity_threshold"]
    matcher = EvidenceMatcher(similarity_threshold=0.8)
    found, similarity, passage = matcher.find_evidence(evidence=PASSAGE, context=NOVEL)
    assert (found, similarity, passage) == (True, 1.0, PASSAGE)
    assert matcher.find_evidence("鲸鱼在月亮上唱歌给骆驼听", NOVEL) == (False, 0.0, None)
    assert matcher._normalize_text("雨，下了！") == matcher._normalize_text("雨 下了")
    assert matcher._calculate_similarity(PASSAGE, NOVEL) == 1.0


def test_003_context_builder() -> None:
    from core.depth import ContextBuilder, ContextBuildResult
    from core.text import Tokenizer, load_tokenizer

    tokenizer: Tokenizer = load_tokenizer("cl100k_base")
    tokens = tokenizer.encode(NOVEL)
    assert tokenizer.decode(tokens) == NOVEL
    builder = ContextBuilder(tokenizer=tokenizer, novel_tokens=tokens)
    built = builder.build_context(
        question=QUESTION, target_depth=0.5, context_length=2_000, padding_size=50
    )
    assert isinstance(built, ContextBuildResult)
    named = "context actual_depth evidence_start evidence_end prefix_length suffix_length "
    assert positional(ContextBuildResult) == (named + "success error_message").split()
    assert built.success
    assert built.error_message is None
    assert built.actual_depth == pytest.approx(0.5, abs=0.05)
    assert built.context
    assert built.prefix_length <= built.evidence_start < built.evidence_end
    assert built.suffix_length > 0
    evidence, start, end = builder._extract_evidence(300, 360, 10)
    assert (len(evidence), start, end) == (end - start, start, end)
    assert len(builder._get_filler_tokens(100, start, end)) == pytest.approx(100, rel=0.01)


def test_003_depth_scheduler() -> None:
    from core.depth import DepthAssignment, DepthMode, DepthScheduler

    assert DepthMode("legacy") is DepthMode.LEGACY
    assert DepthMode("uniform") is DepthMode.UNIFORM
    assert DepthScheduler.DEPTH_BINS == [0.0, 0.25, 0.50, 0.75, 1.0]
    assert DepthScheduler.DEPTH_LABELS == ["0%", "25%", "50%", "75%", "100%"]
    scheduler = DepthScheduler(
        mode=DepthMode.FIXED, fixed_depth=0.25, context_lengths=[1_000, 2_000]
    )
    assigned = scheduler.schedule(questions=[QUESTION, QUESTION])
    assert assigned[0] == DepthAssignment(
        question_index=0, target_depth=0.25, depth_bin="25%", context_length=1_000
    )
    assert scheduler._schedule_fixed([QUESTION], [1_000]) == [assigned[0]]
    assert len(scheduler._schedule_uniform([QUESTION] * 5, [1_000])) == 5


async def test_003_testing_tool(tmp_path: Path) -> None:
    from core.depth import TestingTool

    novel, questions = tmp_path / "novel.txt", tmp_path / "questions.jsonl"
    novel.write_text(NOVEL, "utf-8")
    questions.write_text(json.dumps(QUESTION, ensure_ascii=False) + "\n", "utf-8")
    tool = TestingTool(Answering({"answer": ["a"]}))
    named = "novel_path question_set_path depth_mode context_lengths fixed_depth padding_size "
    named += "concurrency output_path skip_validation ignore_invalid"
    assert parameters(tool.run_depth_aware_tests) == named.split()
    results = await tool.run_depth_aware_tests(
        str(novel), str(questions), "fixed", [2_000], fixed_depth=0.5, skip_validation=True
    )
    assert results[0]["depth_bin"] == "50%"
    assert results[0]["depth"] == pytest.approx(0.5, abs=0.05)
    assert results[0]["test_context_length"] == 2_000
    assert results[0]["score"] == 1.0


def test_003_heatmap() -> None:
    from core.charts import create_depth_heatmap
    from core.depth import DatasetMetadata, DepthBinStats, ResultEntry, calculate_depth_bins

    row = {
        **{name: QUESTION[name] for name in ("question", "question_type", "choice", "position")},
        "correct_answer": ["a"],
        "model_answer": ["a"],
        "parsing_status": "success",
        "score": 1.0,
        "metrics": {},
        "depth": 0.5,
        "depth_bin": "50%",
        "test_context_length": 32_000,
    }
    bins = calculate_depth_bins([ResultEntry.from_dict(row)], [32_000])
    assert len(bins) == 5
    there = next(one for one in bins if one.depth_bin == "50%")
    assert (there.context_length, there.accuracy, there.question_count) == (32_000, 1.0, 1)
    assert positional(DepthBinStats) == [
        "context_length",
        "depth_bin",
        "accuracy",
        "question_count",
    ]
    by_hand = DepthBinStats(context_length=32_000, depth_bin="0%", accuracy=None, question_count=0)
    page = create_depth_heatmap([*bins, by_hand], metadata=DatasetMetadata(model_name="gpt-4"))
    assert "plotly" in page


def test_001_checks_and_verdict() -> None:
    from core.verification import (
        Candidate,
        Claims,
        Dimension,
        Facts,
        check_compliance,
        check_facts,
        check_quality,
        make_verdict,
        quality_score,
        score,
    )

    candidate = Candidate(
        id="1",
        text="你上次浏览的 Sony 相机现在有优惠！",
        channel="PUSH",
        locale="zh-CN",
        claims=Claims(referenced_events=("recent_view",)),
    )
    nothing_viewed = Facts(now=datetime(2025, 11, 14, tzinfo=UTC))
    fact = score(Dimension.FACT, check_facts(candidate, nothing_viewed))
    compliance = score(Dimension.COMPLIANCE, check_compliance(candidate))
    quality = quality_score(check_quality(candidate))
    assert (fact.value, compliance.value) == (0.7, 1.0)
    assert make_verdict(fact.value, compliance.value, quality.value) == "REVISE"


@pytest.mark.parametrize(
    ("fact", "compliance", "quality", "verdict"),
    [
        (0.9, 0.0, 0.8, "REJECT"),
        (0.5, 1.0, 0.9, "REJECT"),
        (0.75, 0.95, 0.85, "REVISE"),
        (0.85, 1.0, 0.65, "REVISE"),
        (0.9, 1.0, 0.85, "ALLOW"),
    ],
)
def test_001_the_sources_table(
    fact: float, compliance: float, quality: float, verdict: str
) -> None:
    from core.verification import make_verdict

    assert make_verdict(fact, compliance, quality) == verdict


def test_001_verify() -> None:
    from core.verification import Candidate, UploadedFacts, policy_of, verify

    candidate = Candidate(
        id="1", text="查看详情：https://ebay.com/item/123", channel="PUSH", locale="zh-CN"
    )
    verification = verify(
        candidate,
        policy_of("v1.0.0"),
        UploadedFacts([], []),
        now=datetime(2025, 11, 14, tzinfo=UTC),
    )
    assert verification.verdict == "REJECT"
    assert "COMPLIANCE_URL_FORBIDDEN" in verification.codes
    assert {"policyVer", "catalogSnapshot", "timestamp"} <= set(verification.audit())


def test_002_gate_and_classifier() -> None:
    from core.evidence_gate import EvidenceGate, QueryIntentClassifier

    classifier = QueryIntentClassifier()
    assert classifier.classify("严氏始祖是哪一年迁到严田的？").intent == "fact_seeking"
    assert classifier.classify("你觉得严氏家训有什么启发？").intent == "context_preference"
    assert positional(EvidenceGate) == ["min_citations_for_fact", "classifier"]
    gate = EvidenceGate(min_citations_for_fact=1, classifier=classifier)
    trace = gate.check("严氏始祖是哪一年迁到严田的？", []).to_trace("zh")
    assert trace == {
        "name": "evidence_gate",
        "status": "blocked",
        "intent": "fact_seeking",
        "citations_count": 0,
        "reason": "事实性问题，证据不足（需要 1，实际 0）",
    }


async def test_004_graph_state_and_config(tmp_path: Path) -> None:
    from core.answer_loop import (
        Config,
        ExtractiveGenerator,
        MultiAgentGraph,
        MultiAgentState,
        RuleEvaluator,
    )

    assert Config.GENER_EPOCH >= 1
    assert Config.LLM_MUTI_AGENT == ""
    named = "messages epoch last_answer last_evaluation final_answer retrieved_nodes_score"
    assert set(named.split()) <= set(MultiAgentState.__annotations__)
    opened: list[str] = []

    def open_evaluator(name: str) -> RuleEvaluator:
        opened.append(name)
        return RuleEvaluator()

    config = Config(LLM_MUTI_AGENT="judge", OBSERVATIONAL_DATA=tmp_path / "observed.json")
    graph = MultiAgentGraph(ExtractiveGenerator(), open_evaluator, None, config)
    assert opened == ["judge"]
    assert callable(graph._generate_answer_node)
    assert callable(graph._eval_answer_node)
    result = await graph.run("严氏始祖是哪一年迁到严田的？")
    assert result.final_epoch <= config.GENER_EPOCH
    assert isinstance(result.final_answer, str)


def test_text_tokens_and_prepared_text() -> None:
    from core.text import EvidenceMatcher, PreparedText, TokenizedText, Tokenizer, load_tokenizer

    tokenizer: Tokenizer = load_tokenizer("cl100k_base")
    tokenized = TokenizedText.from_text(NOVEL, tokenizer)
    assert tokenized.n_tokens == len(tokenizer.encode(NOVEL))
    assert EvidenceMatcher().match(PASSAGE, PreparedText.from_text(NOVEL)).found


NOT_LOADED_BY = {
    "core.text": ("pydantic", "openai", "plotly", "sqlalchemy", "streamlit", "babel"),
    "core.llm": ("openai", "pyrate_limiter", "plotly", "sqlalchemy", "streamlit", "babel"),
    "core.validation": ("openai", "plotly", "sqlalchemy", "streamlit", "babel"),
    "core.verification": ("openai", "plotly", "sqlalchemy", "streamlit", "babel"),
    "core.evidence_gate": ("openai", "plotly", "sqlalchemy", "streamlit", "langgraph"),
    "core.depth": ("openai", "plotly", "pandas", "sqlalchemy", "streamlit", "babel"),
    "core.answer_loop": ("openai", "plotly", "sqlalchemy", "streamlit", "langgraph"),
    "core.charts": ("openai", "sqlalchemy", "streamlit", "langgraph"),
}
"""What is heavy and no need of a package, nor of those before it."""


def test_importing_a_package_loads_nothing_it_does_not_need() -> None:
    imports = f"""
import importlib, sys
for package, heavy in {NOT_LOADED_BY!r}.items():
    importlib.import_module(package)
    print(*(f"{{package}} loads {{name}}" for name in heavy if name in sys.modules))
"""
    ran = subprocess.run(
        [sys.executable, "-c", imports], capture_output=True, text=True, check=True
    )
    assert [line for line in ran.stdout.splitlines() if line] == []


def test_every_package_says_in_a_line_what_it_is_for() -> None:
    packages = [f for name in ("core", "db") for f in (ROOT / name).rglob("__init__.py")]
    for file in packages:
        said = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
        first = said.splitlines()[0] if said else ""
        assert first.endswith("."), f"{file.relative_to(ROOT)}: {first!r}"


def test_the_page_for_users_of_the_library_says_what_is_so() -> None:
    """docs/library.md: its code runs, and its table names what is there."""
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    code = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "True [] Ann took a lamp\n"
    for package, names in re.findall(r"\| `(core\.\w+)` \| (.+) \|", page):
        for name in re.findall(r"`(\w+)`", names):
            assert hasattr(importlib.import_module(package), name), f"{package}.{name}"


ROOMS = [
    file.parent.relative_to(ROOT).as_posix().replace("/", ".")
    for top in ("core", "db")
    for file in (ROOT / top).rglob("__init__.py")
    if "__all__" in file.read_text("utf-8")
]
"""The packages that export names."""

ABOVE = ("app", "pages", "core.cli", "core.api", "core.worker", "core.ops", "core.services")
LOADED_ALONE = (
    "core.queue.engine",  # DBOS
    "core.answer_loop.fix_evaluator",  # LangChain
    "core.answer_loop.fix_generators",
    "core.llm.openai_api.openai_http",  # openai
)
"""Modules of rooms that export names which only those import who need what the module loads."""


@pytest.mark.parametrize("package", ROOMS)
def test_every_exported_name_is_there(package: str) -> None:
    module = importlib.import_module(package)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


def test_who_stands_above_a_room_imports_what_the_room_exports() -> None:
    """Constants may be read from the module that they belong to."""
    deep = []
    for importer, module, names in imported_names():
        room = next((r for r in sorted(ROOMS, reverse=True) if module.startswith(f"{r}.")), None)
        above = importer.startswith(ABOVE) and not importer.startswith(f"{room}.")
        beside = importer.startswith("core.services") and module.startswith("core.services")
        if room is None or module in ROOMS or module.startswith(("db.queries", *LOADED_ALONE)):
            continue
        if above and not beside and not all(name.isupper() for name in names):
            deep.append(f"{importer}: from {module} import {', '.join(names)}")
    assert deep == []
