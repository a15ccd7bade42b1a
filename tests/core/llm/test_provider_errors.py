"""Every error of every provider is what it is, whatever status and shape it comes in."""

import json

import pytest

from core.llm import LLMError
from core.llm.openai_api.openai_errors import Endpoint, failed_status
from core.llm.openai_api.openai_replies import read_completion
from tests.core.llm.provider_errors import ERRORS, ProviderError

ENDPOINT = Endpoint("test", "http://x/v1", "MY_KEY", "sk-1")


def read_as(error: ProviderError, body: bytes) -> LLMError:
    if error.status != 200:
        return failed_status(error.status, body, error.headers, ENDPOINT, answered_before=True)
    with pytest.raises(LLMError) as caught:
        read_completion(body, ENDPOINT, "m", 0.1)
    return caught.value


@pytest.mark.parametrize(
    "error", ERRORS, ids=lambda error: f"{error.provider}-{error.wrong}-{error.status}"
)
def test_each_providers_error_is_what_it_is(error: ProviderError) -> None:
    body = json.dumps(error.body, ensure_ascii=False).encode()
    shapes = [body]
    if error.status == 200:
        shapes.append(b"data: " + body + b"\n\ndata: [DONE]\n\n")
    elif error.status != 401 or error.kind == "auth":
        shapes.append(json.dumps([error.body]).encode())
    for shape in shapes:
        read = read_as(error, shape)
        assert read.kind.value == error.kind, str(read)
        assert read.retry_after_s == error.wait
