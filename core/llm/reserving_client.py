"""A client whose calls wait for room under the caps."""

from typing import Literal

from core.llm.caps import Reservation
from core.llm.client import Completion, LLMClient, Prompt, Usage
from core.llm.errors import LLMError


class ReservingClient:
    """The client of one item; counts its calls and what they were billed."""

    def __init__(self, asked: LLMClient, seat: Reservation) -> None:
        self._asked = asked
        self._seat = seat
        self.calls = 0
        self.usage = Usage()

    @property
    def name(self) -> str:
        return self._asked.name

    @property
    def model(self) -> str:
        return self._asked.model

    @property
    def kind(self) -> Literal["openai", "lexical", "recorded"]:
        return self._asked.kind

    async def complete(self, prompt: Prompt) -> Completion:
        await self._seat.enter(prompt)
        self.calls += 1
        try:
            completion = await self._asked.complete(prompt)
        except LLMError as error:
            self.usage += error.usage
            raise
        self.usage += completion.usage
        self._seat.learn(completion)
        return completion

    async def aclose(self) -> None:
        """The client underneath is everybody's, and closed by whoever opened it."""
