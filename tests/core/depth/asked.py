"""Clients and test runners that are connected to the tests' own server."""

from typing import Any

from core.depth.examiner import TestRunner
from core.llm import Connection, LLMClient, PromptTemplateManager, open_client
from tests.core.depth.books import TOKENIZER
from tests.openai_server import MODEL, OpenAIServer

PROMPTS = PromptTemplateManager()


def client_of(server: OpenAIServer, **changes: Any) -> LLMClient:
    fields = {"name": "server", "model": MODEL, "base_url": server.url, "timeout_s": 5.0} | changes
    return open_client(Connection.model_validate(fields), {})


def examiner_of(client: LLMClient, **changes: Any) -> TestRunner:
    return TestRunner(client=client, prompts=PROMPTS, tokenizer=TOKENIZER, **changes)
