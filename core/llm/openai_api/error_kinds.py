"""What an endpoint's error is about: first by its codes, then by its words.

Providers give the same fault different statuses (400, 413, 422, 429, 500, or a 200), so the status
decides only where neither code nor words do.
"""

import re
from enum import Enum, auto

from core.llm.openai_api.error_bodies import ErrorBody


class ErrorKind(Enum):
    """What the fault concerns: this request, this moment, the account, or the connection."""

    CONTEXT_TOO_LONG = auto()
    CONTENT_FILTER = auto()
    QUOTA = auto()
    KEY = auto()
    RATE_LIMIT = auto()
    TIMEOUT = auto()
    SERVER = auto()
    UNKNOWN_MODEL = auto()
    REQUEST = auto()


_TOO_LONG = """
    contextlengthexceeded exceedcontextsizeerror stringabovemaxlength contextwindowexceeded
    contextwindowexceedederror modelcontextwindowexceeded requesttoolarge contextoverflow
    contexttoolong prompttoolong inputtoolong tokenlimitexceeded maxtokensexceeded errpromptexceeded
    errtokenexceeded inputlengthexceeded exceedmaxtoken 1261 336007 336103 10907
"""
_FILTERED = """
    contentfilter contentfiltered datainspectionfailed contentpolicyviolation
    responsibleaipolicyviolation
    inputtextsensitivecontentdetected outputtextsensitivecontentdetected sensitivecontentdetected
    sensitivewordsdetected promptblocked contentmoderation moderationblocked contentexistsrisk
    inputsensitive outputsensitive contentblocked safetyerror promptblockederror errsafetybreach
    guardrailintervened guardrailblocked prohibitedcontent blockedbysafety cybersecuritypolicy
    inputtextriskdetection outputtextriskdetection contentsecurity contentsecuritydetection
    1301 336104 10013 10014 10019
"""
_QUOTA = """
    insufficientquota billinghardlimitreached exceededcurrentquotaerror insufficientuserquota
    arrearage
    accountoverdueerror accountoverdue insufficientbalance insufficientbalanceerror billingerror
    paymentrequired creditlimitreached insufficientfunds errinsufficientbalance billingnotactive
    accountdeactivated allocationquotafreetieronly freetieronly quotaexhausted prepaidbilloverdue
    postpaidbilloverdue 1113 1309 11200
"""
_KEY = """
    invalidapikey apikeyinvalid authenticationerror invalidauthenticationerror authenticationfailed
    permissiondenied permissiondeniederror permissionerror accessdenied accessdeniedexception
    unauthorized unauthenticated unrecognizedclientexception invalidsignatureexception
    expiredtokenexception incorrectapikeyerror keyinvalid
"""
_RATE = """
    ratelimit ratelimitexceeded ratelimiterror ratelimitreached ratelimitreachederror
    toomanyrequests
    throttling throttlingexception throttlingratequota throttlingallocationquota throttlingburstrate
    throttlinguser requestlimitexceeded resourceexhausted enginoverloaded serviceoverloaded
    limitrequests limitburstrate requestburstrate requestburst tokensusageexceeded
    accountratelimitexceeded modelaccountrpmratelimitexceeded modelaccounttpmratelimitexceeded
    servicequotaexceededexception 1302 1303 1304 1308 11202 11203 336501 336502
"""
_SERVER = """
    servererror internalservererror internalerror internalfailure apierror overloaded
    overloadederror
    engineoverloadederror serveroverloaded serviceunavailable serviceunavailableexception
    unavailable
    modelnotreadyexception modelerrorexception badgateway upstreamerror unknownerror internal
    1200 1230 1234 1305 1312 336000 336100
"""
_TIMEOUT = (
    "timeout requesttimeout modeltimeoutexception deadlineexceeded gatewaytimeout responsetimeout"
)
_REFUSED_FIELD = """
    unsupportedparameter unknownparameter unsupportedvalue missingrequiredparameter extraforbidden
"""
_UNKNOWN = """
    modelnotfound modelnotfounderror notfounderror resourcenotfoundexception invalidmodel
    resourcenotfounderror modelnotexist deploymentnotfound unknownmodel 1211
"""
_BY_CODE = {
    code: kind
    for kind, codes in (
        (ErrorKind.CONTEXT_TOO_LONG, _TOO_LONG),
        (ErrorKind.CONTENT_FILTER, _FILTERED),
        (ErrorKind.QUOTA, _QUOTA),
        (ErrorKind.KEY, _KEY),
        (ErrorKind.RATE_LIMIT, _RATE),
        (ErrorKind.SERVER, _SERVER),
        (ErrorKind.TIMEOUT, _TIMEOUT),
        (ErrorKind.UNKNOWN_MODEL, _UNKNOWN),
        (ErrorKind.REQUEST, _REFUSED_FIELD),
    )
    for code in codes.split()
}
_MINIMAX = {
    1000: ErrorKind.SERVER,
    1001: ErrorKind.TIMEOUT,
    1002: ErrorKind.RATE_LIMIT,
    1004: ErrorKind.KEY,
    1008: ErrorKind.QUOTA,
    1013: ErrorKind.SERVER,
    1024: ErrorKind.SERVER,
    1026: ErrorKind.CONTENT_FILTER,
    1027: ErrorKind.CONTENT_FILTER,
    1033: ErrorKind.SERVER,
    1039: ErrorKind.RATE_LIMIT,
    1041: ErrorKind.RATE_LIMIT,
    2045: ErrorKind.RATE_LIMIT,
    2049: ErrorKind.KEY,
    2056: ErrorKind.RATE_LIMIT,
    2061: ErrorKind.KEY,
}

_SEARCHED = 10_000
_TOO_LONG_WORDS = re.compile(
    r"(?:maximum|max|model'?s?) (?:context|prompt|sequence|model|input) (?:length|window|size)"
    r"|(?:context|prompt)[ _-](?:window|length|size|limit)"
    r"|available context|context[^.]{0,30}overflow|(?:prompt|input|text|request|messages?|content)"
    r"(?: (?:length|size|text|\([^()]{0,40}\)))? (?:is|are|was) (?:too (?:long|large)|longer than)"
    r"|(?:prompt|input) (?:too (?:long|large)|length .{0,60}exceed)|too many (?:input "
    r"|prompt )?tokens"
    r"|context[ _-]?(?:window|length)[ _-]?exceed|(?:input|prompt|token|context)s? (?:length"
    r"|size|count) too (?:long|large)"
    r"|exceed\w* (?:the |your |its )?(?:\w+ ){0,3}?token[ _]limit"
    r"|token[ _](?:count|limit|length)\w*[^.]{0,40} exceed|input tokens?[^.]{0,40} exceed"
    r"|tokens? .{0,20}exceed\w* (?:the )?(?:max|limit|model)"
    r"|number of (?:input |prompt )?tokens .{0,60}(?:exceed|greater|larger|more than)"
    r"|reduce (?:the |your )?(?:length|size|number) of (?:the |your )?(?:\w+ )?(?:messages?"
    r"|prompt|input|tokens)"
    r"|reduce your (?:prompt|message size|input)|range of input length|exceed\w* max message tokens"
    r"|inputs?`? tokens \+ `?max_new_tokens`?|inputs?`? must have (?:less|fewer) than \d+ tokens"
    r"|(?:input|prompt)[^.]{0,30} contains? (?:\(?\d+\)? )?tokens[^.]{0,40}(?:too large|exceed"
    r"|more than)"
    r"|length of prompt_tokens .{0,20}must be less"
    r"|input token count|prompt[^.]{0,40}longer than the maximum|input length \d+ exceeds"
    r"|request too large .{0,200}(?:must be reduced|reduce your)|expected maxlength"
    r"|超长|(?:输入|提示词?|文本|内容|prompt|tokens?|上下文|长度).{0,16}(?:过长|太长|超过|超出|超限|大于)"
    r"|(?:超过|超出|大于).{0,12}(?:最大|模型)?.{0,6}(?:长度|上下文|tokens?|字数)",
    re.IGNORECASE,
)
_NOT_THE_TEXT = re.compile(
    r"per (?:minute|min|day|hour|second)\b|\b[rt]p[md]\b|per-(?:minute|day)|rate limit"
    r"|每分钟|每天|频率"
    r"|allowed number of output tokens|completion tokens, whereas|max_(?:completion_"
    r"|output_)?tokens is too large"
    r"|max_(?:completion_|output_)?tokens(?:`|'|\")? (?:must|should|cannot|exceeds)"
    r"|model supports at most"
    r"|range of max_tokens",
    re.IGNORECASE,
)
"""Complaints about the request rate or the reply's length, not about the length of the text."""
_FAR_TOO_LARGE = re.compile(
    r"request too large .{0,300}(?:must be reduced|reduce your)|maximum context length",
    re.I | re.DOTALL,
)
_FILTERED_WORDS = re.compile(
    r"moderation|flagged|(?:content|usage|safety|responsible ai)[ _-](?:management )?polic"
    r"|polic(?:y|ies) violat"
    r"|violat[^.]*polic|content[ _-](?:filter|exists risk|security|inspection)|content[^.]*blocked"
    r"|(?:block|filter|reject|stopp)ed[^.]{0,60}(?:content|safety|guardrail|sensitive|harm|polic)"
    r"|(?:safety|guardrail|filter)s?[^.]{0,40}(?:block|reject|trigger|interven)"
    r"|safety (?:system|filter|check|polic|reason)|inappropriate|prohibited (?:content|use)"
    r"|risky content"
    r"|sensitive (?:content|information|words?|data|topics?|material)|contains? sensitive"
    r"|(?:harmful|unsafe|illegal|offensive) content|content risk|high[ -]risk (?:content"
    r"|request)|firewall"
    r"|responsible ?ai|敏感|违规|审核|不当内容|不安全|不合规|违反|内容安全|风险内容|涉黄|涉政|违法",
    re.IGNORECASE,
)
_QUOTA_WORDS = re.compile(
    r"(?:credit|account)? ?balance (?:is |was )?(?:too low|insufficient|not enough)"
    r"|insufficient (?:balance|credit|fund|account)"
    r"|(?:out of|no|not enough|purchase|requires more) credits?|in arrears|good standing|overdue"
    r"|not enough money|billing (?:hard )?limit|spending limit|account is suspended"
    r"|free (?:tier|quota|allocat\w+).{0,40}(?:exhausted|used up)"
    r"|欠费|余额不足|账户余额|额度不足|额度已用|资源包|充值",
    re.IGNORECASE,
)
_KEY_WORDS = re.compile(
    r"(?:api[ _-]?key|access token|credentials?|security token|authentication)[^.]{0,30}"
    r"(?:not valid|invalid|incorrect|expired|missing|not found|failed|required|wrong)"
    r"|(?:invalid|incorrect|expired|missing|wrong|no)[ _](?:api[ _-]?key|credentials"
    r"|token provided|authentication)"
    r"|login fail|unauthori[sz]ed|(?:密钥|令牌|api ?key).{0,8}(?:无效|错误|过期|不正确)"
    r"|鉴权失败|身份验证失败",
    re.IGNORECASE,
)
_RATE_WORDS = re.compile(
    r"rate[ _-]?limit|too many requests|per (?:minute|min|second|day|hour)\b|\b[rt]p[md]\b|throttl"
    r"|quota exceeded|exceeded your current quota|resource (?:has been )?exhausted"
    r"|concurren\w+ .{0,30}(?:limit|high|exceed)"
    r"|(?:try again|retry) (?:in|after) \d"
    r"|频率|并发|限流|请求过于频繁|请求过多|速率|稍后再?试.{0,10}频繁|访问量过大",
    re.IGNORECASE,
)
_SERVER_WORDS = re.compile(
    r"overloaded|(?:at|over) capacity|temporarily unavailable|internal (?:server )?error"
    r"|service unavailable"
    r"|bad gateway|upstream|繁忙|过载|服务不可用|内部错误|系统错误",
    re.IGNORECASE,
)
_MODEL_WORDS = re.compile(
    r"model\b[^.]{0,80}(?:does ?n[o']t exist|not found|not supported|is not available|unknown)"
    r"|(?:unknown|no such|invalid) model|模型.{0,20}(?:不存在|未找到|不支持)",
    re.IGNORECASE,
)


def kind_by_code(error: ErrorBody) -> ErrorKind | None:
    """The kind that the codes name, the first in ErrorKind's order; None if they name none."""
    if error.minimax and error.minimax in _MINIMAX:
        return _MINIMAX[error.minimax]
    named = {_BY_CODE[code] for code in error.codes if code in _BY_CODE}
    return next((kind for kind in ErrorKind if kind in named), None)


def kind_by_words(error: ErrorBody) -> ErrorKind | None:
    """The kind that the words name: account, rate, key, model or server; None if none of these."""
    words = error.words[:_SEARCHED]
    for pattern, kind in (
        (_QUOTA_WORDS, ErrorKind.QUOTA),
        (_RATE_WORDS, ErrorKind.RATE_LIMIT),
        (_KEY_WORDS, ErrorKind.KEY),
        (_MODEL_WORDS, ErrorKind.UNKNOWN_MODEL),
        (_SERVER_WORDS, ErrorKind.SERVER),
    ):
        if pattern.search(words):
            return kind
    return None


def is_too_long(words: str, *, limited: bool = False) -> bool:
    """Whether the words complain that the text is longer than the model takes.

    With `limited` (a rate limit), only if no wait would make room for the request.
    """
    searched = words[:_SEARCHED]
    if _FAR_TOO_LARGE.search(searched):
        return True
    matches = not limited and _TOO_LONG_WORDS.search(searched) is not None
    return matches and _NOT_THE_TEXT.search(searched) is None


def is_filtered(words: str) -> bool:
    """Whether the words say that a content filter blocked the prompt or the reply."""
    return _FILTERED_WORDS.search(words[:_SEARCHED]) is not None
