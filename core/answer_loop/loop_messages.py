"""The messages of a loop: the first two, and one per revision (source 004; readings 35, 36)."""

from collections.abc import Callable, Mapping, Sequence

from langchain_core.messages import AIMessage, BaseMessage

from core.answer_loop.evaluation import Evaluation
from core.answer_loop.generators import FIRST, REVISION
from core.answer_loop.journal import Attempt
from core.answer_loop.model_evaluator import context_of
from core.answer_loop.state import MultiAgentState, as_message
from core.llm import PromptTemplateManager


class LoopMessages:
    """Renders the templates `first` and `revision`.

    `subject`: their variables beside context, answer and suggestions; None for the query alone.
    """

    def __init__(
        self,
        prompts: PromptTemplateManager,
        *,
        first: str = FIRST,
        revision: str = REVISION,
        subject: Mapping[str, str] | None = None,
    ) -> None:
        self._prompts = prompts
        self._first, self._revision = first, revision
        self._subject = dict(subject) if subject is not None else None

    def first(self, state: MultiAgentState) -> list[BaseMessage]:
        """SystemMessage and HumanMessage, the retrieved context in the second."""
        variables = self._variables(state)
        prompt = self._prompts.render(self._first, state["language"], variables)
        return [as_message(message) for message in prompt.messages]

    def revision(self, state: MultiAgentState, answer: str, evaluation: Evaluation) -> BaseMessage:
        """A HumanMessage with question, context, the answer so far and the suggestions."""
        variables = {
            **self._variables(state),
            "last_answer": answer,
            "suggestions": "\n".join(f"- {suggestion}" for suggestion in evaluation.suggestions),
        }
        prompt = self._prompts.render(self._revision, state["language"], variables)
        return as_message(prompt.messages[-1])

    def _variables(self, state: MultiAgentState) -> dict[str, str]:
        subject = {"query": state["query"]} if self._subject is None else self._subject
        return {**subject, "context": _context(state), "item": ""}

    def replayed(
        self,
        state: MultiAgentState,
        attempts: Sequence[Attempt],
        should_revise: Callable[[Evaluation, int], bool],
    ) -> MultiAgentState:
        """Bring a new state to the end of the last committed step of `attempts`."""
        messages = self.first(state)
        for attempt in attempts:
            messages.append(AIMessage(content=attempt.answer))
            state["epoch"] = attempt.epoch
            state["last_answer"] = state["final_answer"] = attempt.answer
            state["next"] = "end" if attempt.is_over else "evaluate"
            if attempt.judged is not None:
                evaluation = attempt.judged.evaluation
                state["last_evaluation"] = evaluation.to_dict()
                if should_revise(evaluation, attempt.epoch):
                    messages.append(self.revision(state, attempt.answer, evaluation))
                    state["next"] = "generate"
        state["messages"] = messages
        return state


def _context(state: MultiAgentState) -> str:
    """Return every passage in full, as an answer may use any part; evaluators see excerpts."""
    return context_of(state["evidence"], state["query"], state["language"], longest=None)
