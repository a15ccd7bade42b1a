"""Who is asked, how, and what their replies mean. Nothing here is tied to one provider."""

from core.llm.asking import Answered, Failed, ask, together
from core.llm.caps import Gate, NoMoreCalls, Planner, Seat
from core.llm.client import Completion, LLMClient, Message, Prompt, Usage
from core.llm.connection import LEXICAL, Connection
from core.llm.connections import (
    Connections,
    KeyStatus,
    key_status,
    load_connections,
    open_client,
    open_embedder,
)
from core.llm.embeddings import (
    Embedded,
    Embedder,
    Vector,
    VectorCache,
    embed_texts,
)
from core.llm.errors import AuthenticationFailed, FailureKind, LLMError, UnreadableReply
from core.llm.price import Budget, CapReached, Price, Taken, cost_of, money, require_price
from core.llm.prices import Prices, load_prices
from core.llm.prompts import PromptTemplateManager
from core.llm.recorded_client import RecordedClient, read_recording
from core.llm.replies import ValidationReply, read_validation_reply
from core.llm.seated_client import SeatedClient
from core.llm.trying import ConnectionTest, test_connection, test_embedder

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
    "Embedded",
    "Embedder",
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
    "Vector",
    "VectorCache",
    "ask",
    "cost_of",
    "embed_texts",
    "key_status",
    "load_connections",
    "load_prices",
    "money",
    "open_client",
    "open_embedder",
    "read_recording",
    "read_validation_reply",
    "require_price",
    "test_connection",
    "test_embedder",
    "together",
]
