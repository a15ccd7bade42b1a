"""How providers word their errors: written after their documentation and public reports.

Each row: provider, what is wrong, status, body, the kind it is read as, seconds to wait if told.
The table of docs/measurements/replies.md is made of it (`python -m tests.core.llm.provider_table`).
"""

from typing import Any, NamedTuple


class ProviderError(NamedTuple):
    provider: str
    wrong: str
    status: int
    body: Any
    kind: str
    wait: float | None = None
    headers: dict[str, str] = {}  # noqa: RUF012


def _e(message: str, **more: object) -> dict[str, object]:
    return {"error": {"message": message, **more}}


LONG, FILTER, AUTH = "context_too_long", "content_filter", "auth"
RATE, SERVER, BAD, TIMEOUT = "rate_limit", "server_error", "bad_request", "timeout"
_P = ProviderError
_LLAMA = "request (9120 tokens) exceeds the available context size (8192 tokens), try increasing it"
_VLLM = (
    "This model's maximum context length is 8192 tokens. However, you requested 9216 tokens (8192 in "
    "the messages, 1024 in the completion). Please reduce the length of the messages or completion."
)
_GEMINI_QUOTA = (
    "You exceeded your current quota, please check your plan and billing details. * Quota exceeded for "
    "metric: generativelanguage.googleapis.com/generate_content_free_tier_input_token_count, limit: "
    "250000 Please retry in 37.5s."
)
_GEMINI_DETAILS = [
    {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        "violations": [{"quotaId": "PerMinute"}],
    },
    {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "37s"},
]
_KEY_INFO = [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}]
_OPENAI_RATE = "Rate limit reached for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Used 29500, Requested 1200. Please try again in 1.4s."
_OPENAI_LARGE = "Request too large for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Requested 45000. The input or output tokens must be reduced in order to run successfully."
_AZURE_FILTER = "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry."
_AZURE_RATE = "Requests to the ChatCompletions_Create Operation under Azure OpenAI API version 2024-10-21 have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 12 seconds."

ERRORS = (
    # llama.cpp
    _P(
        "llama.cpp",
        "context",
        400,
        _e(_LLAMA, code=400, type="exceed_context_size_error", n_ctx=8192),
        LONG,
    ),
    _P(
        "llama.cpp",
        "context",
        500,
        _e(
            "the request exceeds the available context size. try increasing the context size or enable context shift",
            code=500,
            type="server_error",
        ),
        LONG,
    ),
    _P("llama.cpp", "context", 200, _e(_LLAMA, code=400, type="exceed_context_size_error"), LONG),
    _P("llama.cpp", "key", 401, _e("Invalid API Key", code=401, type="authentication_error"), AUTH),
    _P("llama.cpp", "busy", 503, _e("Loading model", code=503, type="unavailable_error"), SERVER),
    # vLLM
    _P(
        "vLLM",
        "context",
        400,
        {
            "object": "error",
            "message": _VLLM,
            "type": "BadRequestError",
            "param": None,
            "code": 400,
        },
        LONG,
    ),
    _P(
        "vLLM",
        "context",
        400,
        _e(
            "The decoder prompt (length 9000) is longer than the maximum model length of 8192. Make sure that `max_model_len` is no smaller than the number of text tokens.",
            type="BadRequestError",
            code=400,
        ),
        LONG,
    ),
    _P("vLLM", "context", 500, {"object": "error", "message": _VLLM, "code": 500}, LONG),
    _P(
        "vLLM",
        "context",
        200,
        {"object": "error", "message": _VLLM, "type": "BadRequestError", "code": 400},
        LONG,
    ),
    _P(
        "vLLM",
        "model",
        404,
        {
            "object": "error",
            "message": "The model `x` does not exist.",
            "type": "NotFoundError",
            "code": 404,
        },
        BAD,
    ),
    _P(
        "vLLM",
        "output limit",
        400,
        _e("max_tokens must be at least 1, got 0.", type="BadRequestError", code=400),
        BAD,
    ),
    # Anthropic
    _P(
        "Anthropic",
        "context",
        400,
        {
            "type": "error",
            **_e(
                "prompt is too long: 214007 tokens > 200000 maximum", type="invalid_request_error"
            ),
        },
        LONG,
    ),
    _P(
        "Anthropic",
        "context",
        400,
        {
            "type": "error",
            **_e(
                "input length and `max_tokens` exceed context limit: 199211 + 20000 > 200000, decrease input length or `max_tokens` and try again",
                type="invalid_request_error",
            ),
        },
        LONG,
    ),
    _P(
        "Anthropic",
        "context",
        413,
        {"type": "error", **_e("Request exceeds the maximum size", type="request_too_large")},
        LONG,
    ),
    _P(
        "Anthropic",
        "moderation",
        400,
        {
            "type": "error",
            **_e("Output blocked by content filtering policy", type="invalid_request_error"),
        },
        FILTER,
    ),
    _P(
        "Anthropic",
        "moderation",
        200,
        {
            "type": "error",
            **_e("Output blocked by content filtering policy", type="invalid_request_error"),
        },
        FILTER,
    ),
    _P(
        "Anthropic",
        "quota",
        400,
        {
            "type": "error",
            **_e(
                "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
                type="invalid_request_error",
            ),
        },
        AUTH,
    ),
    _P(
        "Anthropic",
        "rate",
        429,
        {
            "type": "error",
            **_e(
                "This request would exceed your organization's rate limit of 40,000 input tokens per minute.",
                type="rate_limit_error",
            ),
        },
        RATE,
        21.0,
        {"Retry-After": "21"},
    ),
    _P(
        "Anthropic",
        "busy",
        529,
        {"type": "error", **_e("Overloaded", type="overloaded_error")},
        SERVER,
    ),
    _P(
        "Anthropic",
        "busy",
        200,
        {"type": "error", **_e("Overloaded", type="overloaded_error")},
        SERVER,
    ),
    _P(
        "Anthropic",
        "output limit",
        400,
        {
            "type": "error",
            **_e(
                "max_tokens: 9000 > 8192, which is the maximum allowed number of output tokens for claude",
                type="invalid_request_error",
            ),
        },
        BAD,
    ),
    # Gemini
    _P(
        "Gemini",
        "context",
        400,
        [
            _e(
                "The input token count (1200345) exceeds the maximum number of tokens allowed (1048576).",
                code=400,
                status="INVALID_ARGUMENT",
            )
        ],
        LONG,
    ),
    _P(
        "Gemini",
        "context",
        400,
        [
            _e(
                "The input token count is 1200345 but model only supports up to 1048576.",
                code=400,
                status="INVALID_ARGUMENT",
            )
        ],
        LONG,
    ),
    _P(
        "Gemini",
        "context",
        200,
        [
            _e(
                "The input token count (1200345) exceeds the maximum number of tokens allowed (1048576).",
                code=400,
                status="INVALID_ARGUMENT",
            )
        ],
        LONG,
    ),
    _P(
        "Gemini",
        "key",
        400,
        [
            _e(
                "API key not valid. Please pass a valid API key.",
                code=400,
                status="INVALID_ARGUMENT",
                details=_KEY_INFO,
            )
        ],
        AUTH,
    ),
    _P(
        "Gemini",
        "key",
        400,
        [
            _e(
                "API key not valid. Please pass a valid API key.",
                code=400,
                status="INVALID_ARGUMENT",
            )
        ],
        AUTH,
    ),
    _P(
        "Gemini",
        "rate",
        429,
        [_e(_GEMINI_QUOTA, code=429, status="RESOURCE_EXHAUSTED")],
        RATE,
        37.5,
    ),
    _P(
        "Gemini",
        "rate",
        429,
        [
            _e(
                "Resource has been exhausted (e.g. check quota).",
                code=429,
                status="RESOURCE_EXHAUSTED",
                details=_GEMINI_DETAILS,
            )
        ],
        RATE,
        37.0,
    ),
    _P(
        "Gemini",
        "rate",
        200,
        [_e("Resource exhausted. Please try again later.", code=429, status="RESOURCE_EXHAUSTED")],
        RATE,
    ),
    _P(
        "Gemini",
        "moderation",
        400,
        [
            _e(
                "The request was blocked for safety reasons: PROHIBITED_CONTENT",
                code=400,
                status="INVALID_ARGUMENT",
            )
        ],
        FILTER,
    ),
    _P(
        "Gemini",
        "moderation",
        200,
        {
            "promptFeedback": {"blockReason": "PROHIBITED_CONTENT"},
            "usageMetadata": {"promptTokenCount": 3},
        },
        FILTER,
    ),
    _P(
        "Gemini",
        "busy",
        503,
        [_e("The model is overloaded. Please try again later.", code=503, status="UNAVAILABLE")],
        SERVER,
    ),
    _P(
        "Gemini",
        "key",
        403,
        [_e("Permission denied on resource project x.", code=403, status="PERMISSION_DENIED")],
        AUTH,
    ),
    # Bedrock
    _P("Bedrock", "context", 400, {"message": "Input is too long for requested model."}, LONG),
    _P(
        "Bedrock",
        "context",
        400,
        {
            "message": "Malformed input request: expected maxLength: 50000, actual: 90000, please reformat your input and try again."
        },
        LONG,
    ),
    _P(
        "Bedrock",
        "context",
        500,
        {
            "message": "The model returned the following errors: Input is too long for requested model."
        },
        LONG,
    ),
    _P(
        "Bedrock",
        "context",
        200,
        {
            "__type": "com.amazon.coral.validate#ValidationException",
            "message": "Input is too long for requested model.",
        },
        LONG,
    ),
    _P(
        "Bedrock",
        "moderation",
        400,
        {"message": "The generated text has been blocked by our content filters."},
        FILTER,
    ),
    _P(
        "Bedrock",
        "rate",
        429,
        {"message": "Too many tokens, please wait before trying again."},
        RATE,
        None,
        {"x-amzn-ErrorType": "ThrottlingException:http://internal/"},
    ),
    _P("Bedrock", "rate", 400, {"__type": "ThrottlingException", "message": "Rate exceeded"}, RATE),
    _P(
        "Bedrock",
        "key",
        403,
        {"message": "The security token included in the request is invalid."},
        AUTH,
        None,
        {"x-amzn-ErrorType": "UnrecognizedClientException"},
    ),
    _P(
        "Bedrock",
        "busy",
        500,
        {
            "message": "The system encountered an unexpected error during processing. Try your request again."
        },
        SERVER,
    ),
    # TGI
    _P(
        "TGI",
        "context",
        422,
        {
            "error": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 1024 `max_new_tokens`",
            "error_type": "validation",
        },
        LONG,
    ),
    _P(
        "TGI",
        "context",
        422,
        {
            "error": "Input validation error: `inputs` must have less than 4095 tokens. Given: 5000",
            "error_type": "validation",
        },
        LONG,
    ),
    _P(
        "TGI",
        "context",
        200,
        {
            "error": "Input validation error: `inputs` must have less than 4095 tokens. Given: 5000",
            "error_type": "validation",
        },
        LONG,
    ),
    _P("TGI", "busy", 429, {"error": "Model is overloaded", "error_type": "overloaded"}, RATE),
    _P(
        "TGI",
        "busy",
        424,
        {
            "error": "Request failed during generation: Server error: CUDA out of memory",
            "error_type": "generation",
        },
        SERVER,
    ),
    # DashScope
    _P(
        "DashScope",
        "context",
        400,
        _e(
            "Range of input length should be [1, 30720]",
            code="invalid_parameter_error",
            type="invalid_request_error",
        ),
        LONG,
    ),
    _P(
        "DashScope",
        "context",
        400,
        {
            "code": "InvalidParameter",
            "message": "Range of input length should be [1, 98304]",
            "request_id": "1",
        },
        LONG,
    ),
    _P(
        "DashScope",
        "context",
        200,
        {
            "code": "InvalidParameter",
            "message": "Range of input length should be [1, 98304]",
            "request_id": "1",
        },
        LONG,
    ),
    _P(
        "DashScope",
        "moderation",
        400,
        {
            "code": "DataInspectionFailed",
            "message": "Input data may contain inappropriate content.",
            "request_id": "1",
        },
        FILTER,
    ),
    _P(
        "DashScope",
        "moderation",
        400,
        _e(
            "Output data may contain inappropriate content.",
            code="data_inspection_failed",
            type="data_inspection_failed",
        ),
        FILTER,
    ),
    _P(
        "DashScope",
        "moderation",
        200,
        {
            "code": "DataInspectionFailed",
            "message": "Output data may contain inappropriate content.",
        },
        FILTER,
    ),
    _P(
        "DashScope",
        "quota",
        400,
        {
            "code": "Arrearage",
            "message": "Access denied, please make sure your account is in good standing.",
        },
        AUTH,
    ),
    _P(
        "DashScope",
        "rate",
        429,
        _e(
            "Requests rate limit exceeded, please try again later.",
            code="limit_requests",
            type="limit_requests",
        ),
        RATE,
    ),
    _P(
        "DashScope",
        "rate",
        429,
        {
            "code": "Throttling.RateQuota",
            "message": "Requests rate limit exceeded, please try again later.",
        },
        RATE,
    ),
    _P(
        "DashScope",
        "output limit",
        400,
        _e("Range of max_tokens should be [1, 8192]", code="invalid_parameter_error"),
        BAD,
    ),
    _P(
        "DashScope",
        "key",
        401,
        _e("Incorrect API key provided.", code="invalid_api_key", type="invalid_request_error"),
        AUTH,
    ),
    # Moonshot
    _P(
        "Moonshot",
        "context",
        400,
        _e(
            "Invalid request: Your request exceeded model token limit: 8192",
            type="invalid_request_error",
        ),
        LONG,
    ),
    _P(
        "Moonshot",
        "context",
        400,
        _e("Input token length too long", type="invalid_request_error"),
        LONG,
    ),
    _P(
        "Moonshot",
        "context",
        200,
        _e(
            "Invalid request: Your request exceeded model token limit: 8192",
            type="invalid_request_error",
        ),
        LONG,
    ),
    _P(
        "Moonshot",
        "moderation",
        400,
        _e("The request was rejected because it was considered high risk", type="content_filter"),
        FILTER,
    ),
    _P(
        "Moonshot",
        "quota",
        429,
        _e(
            "Your account org-1 is suspended, please check your plan and billing details",
            type="exceeded_current_quota_error",
        ),
        AUTH,
    ),
    _P(
        "Moonshot",
        "rate",
        429,
        _e(
            "Your account org-1 request reached organization max RPM: 3, please try again after 20 seconds",
            type="rate_limit_reached_error",
        ),
        RATE,
        20.0,
    ),
    _P(
        "Moonshot",
        "busy",
        429,
        _e(
            "The engine is currently overloaded, please try again later",
            type="engine_overloaded_error",
        ),
        RATE,
    ),
    # Zhipu
    _P("Zhipu", "context", 400, _e("Prompt 超长", code="1261"), LONG),
    _P("Zhipu", "context", 200, _e("Prompt exceeds max length", code="1261"), LONG),
    _P(
        "Zhipu",
        "moderation",
        400,
        _e(
            "系统检测到输入或生成内容可能包含不安全或敏感内容，请您避免输入易产生敏感内容的提示语",
            code="1301",
        ),
        FILTER,
    ),
    _P(
        "Zhipu",
        "moderation",
        200,
        {
            "contentFilter": [{"level": 1, "role": "user"}],
            **_e("系统检测到输入或生成内容可能包含不安全或敏感内容", code="1301"),
        },
        FILTER,
    ),
    _P("Zhipu", "quota", 429, _e("您的账户已欠费，请充值后重试。", code="1113"), AUTH),
    _P(
        "Zhipu",
        "rate",
        429,
        _e("您当前使用该API的并发数过高，请降低并发，或联系客服增加限额。", code="1302"),
        RATE,
    ),
    _P("Zhipu", "rate", 429, _e("您的请求过于频繁，请 15 秒后再试。", code="1303"), RATE, 15.0),
    _P("Zhipu", "key", 401, _e("身份验证失败。", code="1000"), AUTH),
    # OpenAI
    _P(
        "OpenAI",
        "context",
        400,
        _e(
            "This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens.",
            type="invalid_request_error",
            param="messages",
            code="context_length_exceeded",
        ),
        LONG,
    ),
    _P(
        "OpenAI",
        "context",
        400,
        _e(
            "Your input exceeds the context window of this model. Please adjust your input and try again.",
            type="invalid_request_error",
            code="context_length_exceeded",
        ),
        LONG,
    ),
    _P(
        "OpenAI", "context", 429, _e(_OPENAI_LARGE, type="tokens", code="rate_limit_exceeded"), LONG
    ),
    _P(
        "OpenAI",
        "context",
        200,
        _e("This model's maximum context length is 128000 tokens.", code="context_length_exceeded"),
        LONG,
    ),
    _P(
        "OpenAI",
        "moderation",
        400,
        _e(
            "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
            type="invalid_request_error",
            code="invalid_prompt",
        ),
        FILTER,
    ),
    _P(
        "OpenAI",
        "quota",
        429,
        _e(
            "You exceeded your current quota, please check your plan and billing details.",
            type="insufficient_quota",
            code="insufficient_quota",
        ),
        AUTH,
    ),
    _P(
        "OpenAI",
        "rate",
        429,
        _e(_OPENAI_RATE, type="tokens", code="rate_limit_exceeded"),
        RATE,
        1.4,
    ),
    _P(
        "OpenAI",
        "rate",
        429,
        _e("Rate limit reached for requests per minute.", code="rate_limit_exceeded"),
        RATE,
        0.25,
        {"Retry-After-Ms": "250", "Retry-After": "1"},
    ),
    _P(
        "OpenAI",
        "rate",
        429,
        _e("Rate limit reached.", code="rate_limit_exceeded"),
        RATE,
        366.0,
        {
            "x-ratelimit-remaining-tokens": "0",
            "x-ratelimit-reset-tokens": "6m6s",
            "x-ratelimit-remaining-requests": "99",
            "x-ratelimit-reset-requests": "8.64s",
        },
    ),
    _P(
        "OpenAI",
        "field",
        400,
        _e(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            type="invalid_request_error",
            param="max_tokens",
            code="unsupported_parameter",
        ),
        BAD,
    ),
    _P(
        "OpenAI",
        "field",
        400,
        _e(
            "Unsupported value: 'temperature' does not support 0.0 with this model. Only the default (1) value is supported.",
            code="unsupported_value",
        ),
        BAD,
    ),
    _P(
        "OpenAI",
        "output limit",
        400,
        _e(
            "max_tokens is too large: 20000. This model supports at most 16384 completion tokens, whereas you provided 20000.",
            code="invalid_value",
        ),
        BAD,
    ),
    _P(
        "OpenAI",
        "busy",
        500,
        _e(
            "The server had an error while processing your request. Sorry about that!",
            type="server_error",
        ),
        SERVER,
    ),
    # Azure
    _P(
        "Azure",
        "moderation",
        400,
        _e(
            _AZURE_FILTER,
            param="prompt",
            code="content_filter",
            status=400,
            innererror={
                "code": "ResponsibleAIPolicyViolation",
                "content_filter_result": {"hate": {"filtered": True, "severity": "high"}},
            },
        ),
        FILTER,
    ),
    _P("Azure", "moderation", 200, _e(_AZURE_FILTER, code="content_filter"), FILTER),
    _P("Azure", "rate", 429, _e(_AZURE_RATE, code="429"), RATE, 12.0),
    _P(
        "Azure",
        "context",
        400,
        _e(
            "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens. Please reduce the length of the messages.",
            type="invalid_request_error",
            code="context_length_exceeded",
        ),
        LONG,
    ),
    _P(
        "Azure",
        "key",
        401,
        _e("Access denied due to invalid subscription key or wrong API endpoint.", code="401"),
        AUTH,
    ),
    _P(
        "Azure",
        "model",
        404,
        _e("The API deployment for this resource does not exist.", code="DeploymentNotFound"),
        BAD,
    ),
    # MiniMax
    _P(
        "MiniMax",
        "context",
        200,
        {
            "choices": None,
            "base_resp": {
                "status_code": 2013,
                "status_msg": "invalid params, context window exceeds limit (2013)",
            },
        },
        LONG,
    ),
    _P(
        "MiniMax",
        "context",
        400,
        {
            "type": "error",
            **_e(
                "invalid params, context window exceeds limit (2013)",
                type="bad_request_error",
                http_code="400",
            ),
        },
        LONG,
    ),
    _P(
        "MiniMax",
        "moderation",
        200,
        {"choices": None, "base_resp": {"status_code": 1026, "status_msg": "new_sensitive"}},
        FILTER,
    ),
    _P(
        "MiniMax",
        "moderation",
        200,
        {"choices": [], "base_resp": {"status_code": 1027, "status_msg": "output new_sensitive"}},
        FILTER,
    ),
    _P(
        "MiniMax",
        "quota",
        200,
        {"base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}},
        AUTH,
    ),
    _P(
        "MiniMax",
        "rate",
        200,
        {"choices": None, "base_resp": {"status_code": 1002, "status_msg": "rate limit"}},
        RATE,
    ),
    _P(
        "MiniMax",
        "key",
        200,
        {
            "base_resp": {
                "status_code": 1004,
                "status_msg": "login fail: Please carry the API secret key",
            }
        },
        AUTH,
    ),
    _P(
        "MiniMax",
        "busy",
        200,
        {"base_resp": {"status_code": 1000, "status_msg": "unknown error, 794"}},
        SERVER,
    ),
    # DeepSeek
    _P(
        "DeepSeek",
        "context",
        400,
        _e(
            "This model's maximum context length is 65536 tokens. However, you requested 80000 tokens (79000 in the messages, 1000 in the completion).",
            type="invalid_request_error",
            code="invalid_request_error",
        ),
        LONG,
    ),
    _P(
        "DeepSeek",
        "moderation",
        400,
        _e("Content Exists Risk", type="invalid_request_error", code="invalid_request_error"),
        FILTER,
    ),
    _P(
        "DeepSeek",
        "moderation",
        200,
        _e("Content Exists Risk", type="invalid_request_error", code="invalid_request_error"),
        FILTER,
    ),
    _P(
        "DeepSeek",
        "quota",
        402,
        _e("Insufficient Balance", type="unknown_error", code="invalid_request_error"),
        AUTH,
    ),
    _P("DeepSeek", "rate", 429, _e("Rate limit reached", type="rate_limit_error"), RATE),
    _P(
        "DeepSeek",
        "key",
        401,
        _e(
            "Authentication Fails, Your api key is invalid",
            type="authentication_error",
            code="invalid_request_error",
        ),
        AUTH,
    ),
    # others
    _P(
        "Volcengine",
        "moderation",
        400,
        _e(
            "The request failed because the input text may contain sensitive information.",
            code="InputTextSensitiveContentDetected",
        ),
        FILTER,
    ),
    _P(
        "Volcengine",
        "context",
        400,
        _e(
            "Total tokens of image and text exceed max message tokens.",
            code="InvalidParameter",
            type="BadRequest",
        ),
        LONG,
    ),
    _P(
        "Volcengine",
        "quota",
        403,
        _e(
            "The request failed because your account has an overdue balance.",
            code="AccountOverdueError",
        ),
        AUTH,
    ),
    _P(
        "Qianfan",
        "context",
        200,
        {"error_code": 336007, "error_msg": "the max length of current question is 24000"},
        LONG,
    ),
    _P(
        "Qianfan",
        "rate",
        200,
        {"error_code": 336501, "error_msg": "Rate limit reached for RPM"},
        RATE,
    ),
    _P(
        "Spark",
        "context",
        200,
        {"header": {"code": 10907, "message": "token数量超过上限", "sid": "c"}},
        LONG,
    ),
    _P(
        "LM Studio",
        "context",
        400,
        {
            "error": "The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input"
        },
        LONG,
    ),
    _P(
        "Ollama",
        "context",
        400,
        _e("the input length exceeds the context length", type="invalid_request_error"),
        LONG,
    ),
    _P(
        "Ollama",
        "model",
        404,
        _e('model "x" not found, try pulling it first', type="api_error"),
        BAD,
    ),
    _P(
        "SGLang",
        "context",
        400,
        {
            "object": "error",
            "message": "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
            "code": 400,
        },
        LONG,
    ),
    _P(
        "Mistral",
        "context",
        400,
        {
            "object": "error",
            "message": "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
            "type": "invalid_request_prompt_length_exceeded",
            "code": "3051",
        },
        LONG,
    ),
    _P(
        "Mistral",
        "rate",
        429,
        {
            "object": "error",
            "message": "Service tier capacity exceeded for this model.",
            "code": "3505",
        },
        RATE,
    ),
    _P(
        "Groq",
        "context",
        413,
        _e(
            "Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 7041, please reduce your message size and try again.",
            type="tokens",
            code="rate_limit_exceeded",
        ),
        LONG,
    ),
    _P(
        "Groq",
        "rate",
        429,
        _e(
            "Rate limit reached for model `x` on tokens per minute (TPM): Limit 6000, Used 5000, Requested 1200. Please try again in 1m2.5s.",
            code="rate_limit_exceeded",
        ),
        RATE,
        62.5,
    ),
    _P(
        "xAI",
        "context",
        400,
        {
            "code": "Client specified an invalid argument",
            "error": "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
        },
        LONG,
    ),
    _P(
        "Cohere",
        "context",
        400,
        {
            "message": "too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000."
        },
        LONG,
    ),
    _P(
        "OpenRouter",
        "moderation",
        403,
        _e(
            "x requires moderation. Your input was flagged for violence.",
            code=403,
            metadata={"reasons": ["violence"], "flagged_input": "..."},
        ),
        FILTER,
    ),
    _P(
        "OpenRouter",
        "context",
        400,
        _e(
            "Provider returned error",
            code=400,
            metadata={
                "provider_name": "X",
                "raw": '{"error":{"message":"prompt is too long: 214007 tokens > 200000 maximum"}}',
            },
        ),
        LONG,
    ),
    _P(
        "OpenRouter",
        "rate",
        429,
        _e(
            "Provider returned error",
            code=429,
            metadata={"raw": "x is temporarily rate-limited upstream. Please retry shortly."},
        ),
        RATE,
    ),
    _P(
        "OpenRouter",
        "quota",
        402,
        _e("This request requires more credits, or fewer max_tokens.", code=402),
        AUTH,
    ),
    _P("OpenRouter", "busy", 200, _e("Provider returned error", code=502), SERVER),
    _P(
        "one-api",
        "moderation",
        400,
        _e("user sensitive words detected", type="new_api_error", code="sensitive_words_detected"),
        FILTER,
    ),
    _P(
        "one-api",
        "quota",
        403,
        _e("用户额度不足, 剩余额度: 0", type="new_api_error", code="insufficient_user_quota"),
        AUTH,
    ),
    _P(
        "one-api",
        "context",
        500,
        _e(
            'upstream error: {"error": {"message": "context length exceeded", "code": "context_length_exceeded"}}',
            type="upstream_error",
            code="bad_response",
        ),
        LONG,
    ),
    _P(
        "LiteLLM",
        "context",
        400,
        _e(
            "litellm.ContextWindowExceededError: litellm.BadRequestError: VertexAIException",
            code="400",
        ),
        LONG,
    ),
)
