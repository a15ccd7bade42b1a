"""Who is asked, how, and what their replies mean. Nothing here is tied to one provider."""

from core.llm.asking import Answered, Failed, ask
from core.llm.caps import Gate, NoMoreCalls, Planner, Seat
from core.llm.client import Completion, LLMClient, Message, Prompt, Usage
from core.llm.connection import LEXICAL, Connection
from core.llm.connections import (
    Connections,
    ConnectionTest,
    KeyStatus,
    key_status,
    load_connections,
    open_client,
    test_connection,
)
from core.llm.errors import AuthenticationFailed, FailureKind, LLMError, UnreadableReply
from core.llm.price import Budget, CapReached, Price, Taken, cost_of, money, require_price
from core.llm.prices import Prices, load_prices
from core.llm.prompts import PromptTemplateManager
from core.llm.recorded_client import RecordedClient, read_recording
from core.llm.replies import ValidationReply, read_validation_reply
from core.llm.seated_client import SeatedClient

__all__ = [
    "LEXICAL",
    "Answered",
    "AuthenticationFailed",
    "Budget",
    "CapReached",
    "Completion",
    "Connection",
    "ConnectionTest",
    "Connections",
    "Failed",
    "FailureKind",
    "Gate",
    "KeyStatus",
    "LLMClient",
    "LLMError",
    "Message",
    "NoMoreCalls",
    "Planner",
    "Price",
    "Prices",
    "Prompt",
    "PromptTemplateManager",
    "RecordedClient",
    "Seat",
    "SeatedClient",
    "Taken",
    "UnreadableReply",
    "Usage",
    "ValidationReply",
    "ask",
    "cost_of",
    "key_status",
    "load_connections",
    "load_prices",
    "money",
    "open_client",
    "read_recording",
    "read_validation_reply",
    "require_price",
    "test_connection",
]
