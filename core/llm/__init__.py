"""Who is asked, how, and what their replies mean. Nothing here is tied to one provider."""

from core.llm.asking import Answered, Failed, ask
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
from core.llm.prompts import PromptTemplateManager
from core.llm.recorded_client import RecordedClient, read_recording
from core.llm.replies import ValidationReply, read_validation_reply

__all__ = [
    "LEXICAL",
    "Answered",
    "AuthenticationFailed",
    "Completion",
    "Connection",
    "ConnectionTest",
    "Connections",
    "Failed",
    "FailureKind",
    "KeyStatus",
    "LLMClient",
    "LLMError",
    "Message",
    "Prompt",
    "PromptTemplateManager",
    "RecordedClient",
    "UnreadableReply",
    "Usage",
    "ValidationReply",
    "ask",
    "key_status",
    "load_connections",
    "open_client",
    "read_recording",
    "read_validation_reply",
    "test_connection",
]
