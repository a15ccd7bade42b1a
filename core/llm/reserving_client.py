"""A client whose calls wait until they fit under the caps."""

from typing import Literal

from core.llm.caps import Reservation
from core.llm.client import Completion, LLMClient, Prompt, Usage
from core.llm.errors import LLMError


class ReservingClient:
    """The client of one item; counts its calls and their billed usage."""

    def __init__(self, client: LLMClient, reservation: Reservation) -> None:
        self._client = client
        self._reservation = reservation
        self.calls = 0
        self.usage = Usage()

    @property
    def name(self) -> str:
        return self._client.name

    @property
    def model(self) -> str:
        return self._client.model

    @property
    def kind(self) -> Literal["openai", "lexical", "recorded"]:
        return self._client.kind

    async def complete(self, prompt: Prompt) -> Completion:
        await self._reservation.enter(prompt)
        self.calls += 1
        try:
            completion = await self._client.complete(prompt)
        except LLMError as error:
            self.usage += error.usage
            raise
        self.usage += completion.usage
        self._reservation.learn(completion)
        return completion

    async def aclose(self) -> None:
        """Do nothing: the wrapped client is shared, and closed by whoever opened it."""
