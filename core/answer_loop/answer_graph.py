"""The generate-evaluate-revise loop (source 004, `MultiAgentGraph`).

Importing this loads langgraph, which takes a second. Its tracing stays off unless the environment
asks for it.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig
from langgraph.graph import END, START, StateGraph

from core.answer_loop.config import Config
from core.answer_loop.evaluation import Evaluation, Evaluator
from core.answer_loop.generators import AnswerGenerator, GenerationRequest
from core.answer_loop.journal import LoopJournal, MemoryJournal
from core.answer_loop.loop_messages import LoopMessages
from core.answer_loop.loop_result import LoopOutcome, LoopResult, loop_result
from core.answer_loop.observational_data import append_observation, observation
from core.answer_loop.state import MultiAgentState, initial_state, sent_message
from core.errors import InputError, Sentence
from core.evidence_gate import Evidence
from core.evidence_gate.evidence import numbered
from core.llm import AuthenticationFailed, LLMError, PromptTemplateManager
from core.text import guess_language
from core.text.retrieval import Retriever

GENERATE, EVALUATE = "_generate_answer_node", "_eval_answer_node"

_log = logging.getLogger(__name__)


class MultiAgentGraph:
    """Answers questions in a loop; several may run at once.

    `open_evaluator` makes the evaluator of `config.LLM_MUTI_AGENT`, an instance of its own that is
    not shared with the generator. `retriever` is None where there is nothing to retrieve from;
    `source_ids` limit the search. `observes`: passed answers are added to the observational data.
    """

    def __init__(
        self,
        generator: AnswerGenerator,
        open_evaluator: Callable[[str], Evaluator],
        retriever: Retriever | None,
        config: Config | None = None,
        *,
        source_ids: Sequence[int] | None = None,
        messages: LoopMessages | None = None,
        observes: bool = True,
    ) -> None:
        self.config = config or Config()
        self.generator = generator
        self.evaluator = open_evaluator(self.config.LLM_MUTI_AGENT)
        self._retriever = retriever
        self._source_ids = source_ids
        self._messages = messages or LoopMessages(PromptTemplateManager())
        self._observes = observes
        builder = StateGraph(MultiAgentState)
        builder.add_node(GENERATE, self._generate_answer_node)
        builder.add_node(EVALUATE, self._eval_answer_node)
        builder.add_conditional_edges(START, self._enter, [GENERATE, EVALUATE, END])
        builder.add_edge(GENERATE, EVALUATE)
        builder.add_conditional_edges(EVALUATE, self._route, [GENERATE, END])
        self._graph = builder.compile()

    @property
    def judges_itself(self) -> bool:
        """Whether generator and evaluator are the same model, if only by its name (reading 44)."""
        return not self.evaluator.is_rule and self.evaluator.model == self.generator.model

    async def run(
        self,
        query: str,
        *,
        language: str | None = None,
        journal: LoopJournal | None = None,
        id_: str | None = None,
    ) -> LoopResult:
        """Run or resume the loop: steps that the journal has committed are not repeated.

        An evaluator without a usable judgement ends the loop unevaluated. Raises LLMError where no
        answer could be generated, and what the journal and the retriever raise. `unobserved` says
        why a passed answer could not be added to the observations.
        """
        if self.judges_itself:
            _log.warning("generator and evaluator are one model: %s", self.evaluator.model)
        journal_in_use = journal or MemoryJournal()
        committed = await asyncio.to_thread(journal_in_use.read)
        evidence = committed.evidence
        if evidence is None:
            evidence = await self._retrieve(query)
            await asyncio.to_thread(journal_in_use.retrieved, evidence)
        state = initial_state(query, language or guess_language(query), evidence, journal_in_use)
        state = self._messages.replayed(state, committed.attempts, self._should_revise)
        limit = RunnableConfig(recursion_limit=2 * self.config.GENER_EPOCH + 5)
        final_state = await self._graph.ainvoke(state, limit)
        final = await asyncio.to_thread(journal_in_use.read)
        result = loop_result(final, self.config.GENER_EPOCH, judges_itself=self.judges_itself)
        if self._observes and result.outcome is LoopOutcome.PASSED:
            unobserved = await asyncio.to_thread(
                self._observe, id_ or uuid4().hex, final_state, result
            )
            return replace(result, unobserved=unobserved)
        return result

    async def _retrieve(self, query: str) -> tuple[Evidence, ...]:
        if self._retriever is None:
            return ()
        passages = await asyncio.to_thread(
            self._retriever.search, query, k=self.config.TOP_K, source_ids=self._source_ids
        )
        return numbered(passages)

    def _observe(
        self, id_: str, final_state: dict[str, Any], result: LoopResult
    ) -> Sentence | None:
        """Append the passed answer to the observations; return why that failed, or None. A failure
        does not change the result.
        """
        entry = observation(
            id_,
            final_state["query"],
            result.final_answer,
            result.final_epoch,
            final_state["retrieved_nodes_score"],
        )
        try:
            append_observation(self.config.OBSERVATIONAL_DATA, entry)
        except InputError as error:
            _log.error("a passed answer is not observed: %s", error.message)
            return Sentence.from_error(error)
        return None

    async def _generate_answer_node(self, state: MultiAgentState) -> dict[str, Any]:
        """Generate the next answer from the messages, which include the last evaluation. The epoch
        is counted here only (reading 34).
        """
        epoch = state["epoch"] + 1
        evaluation = state["last_evaluation"]
        request = GenerationRequest(
            query=state["query"],
            evidence=state["evidence"],
            language=state["language"],
            last_answer=state["last_answer"],
            suggestions=tuple(evaluation["suggestions"]) if evaluation else (),
            earlier=[
                str(message.content)
                for message in state["messages"]
                if isinstance(message, AIMessage)
            ],
        )
        draft = await self.generator.generate(list(map(sent_message, state["messages"])), request)
        await asyncio.to_thread(state["journal"].generated, epoch, draft)
        return {
            "messages": [AIMessage(content=draft.text)],
            "epoch": epoch,
            "last_answer": draft.text,
            "final_answer": draft.text,
        }

    async def _eval_answer_node(self, state: MultiAgentState) -> dict[str, Any]:
        """Evaluate the last message; ask for a revision unless the loop ends here."""
        epoch, answer = state["epoch"], str(state["messages"][-1].content)
        try:
            record = await self.evaluator.evaluate(
                state["query"], answer, state["evidence"], language=state["language"]
            )
        except AuthenticationFailed:
            raise
        except LLMError as error:
            _log.warning("attempt %s is unevaluated: %s", epoch, error.message)
            await asyncio.to_thread(state["journal"].unevaluated, epoch, Sentence.from_error(error))
            return {"last_evaluation": None}
        await asyncio.to_thread(state["journal"].evaluated, epoch, record)
        evaluation = record.evaluation
        if not evaluation.passed and epoch >= self.config.GENER_EPOCH:
            _log.warning("the most answers (%s) are generated and none has passed", epoch)
        should_revise = self._should_revise(evaluation, epoch)
        revision = [self._messages.revision(state, answer, evaluation)] if should_revise else []
        return {"last_evaluation": evaluation.to_dict(), "messages": revision}

    def _enter(self, state: MultiAgentState) -> str:
        return {"generate": GENERATE, "evaluate": EVALUATE, "end": END}[state["next"]]

    def _route(self, state: MultiAgentState) -> str:
        evaluation = state["last_evaluation"]
        if evaluation is None or evaluation["passed"] or state["epoch"] >= self.config.GENER_EPOCH:
            return END
        return GENERATE

    def _should_revise(self, evaluation: Evaluation, epoch: int) -> bool:
        return not evaluation.passed and epoch < self.config.GENER_EPOCH
