"""Take the reasoning that precedes a model's answer out of its reply.

Each family of models marks its reasoning in its own way: tags (`<think>`, `<seed:think>`), brackets
(`[THINK]`), special tokens (`<|begin_of_thought|>`, `◁think▷`), harmony's channels (even if a
server dropped their marks), a heading in words (`Thinking... ...done thinking.`).
"""

import re

_NAME = (
    r"(?:[a-z]{1,12}:)?(?:ant)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|scratch_?pad|reflection"
    r"|analysis"
    r"|(?:inner_?)?monologue|chain_?of_?thoughts?|cot(?:_budget_reflect)?|rationale|deliberation"
    r"|brainstorm)"
)
_PLAIN_NAME = r"(?:think(?:ing)?|thoughts?|reasoning|analysis|cot)"
_OPENS = rf"""
    <(?:{_NAME})(?:\s[^<>]{{0,200}})?>
    | <details\s[^<>]{{0,100}}reasoning[^<>]{{0,100}}>
    | \[(?:{_NAME})\]
    | ◁{_PLAIN_NAME}▷
    | <\|(?:(?:start|begin)_?(?:of_?)?)?{_PLAIN_NAME}(?:_(?:start|begin))?\|>
    | <\|channel>\s*(?:thought|analysis)
"""
_CLOSES = rf"""
    </(?:{_NAME})\s*>
    | </details\s*>
    | \[/(?:{_NAME})\]
    | ◁/{_PLAIN_NAME}▷
    | <\|(?:/|end_?(?:of_?)?){_PLAIN_NAME}\|> | <\|{_PLAIN_NAME}_end\|>
    | <channel\|>
"""
_OPENING = re.compile(rf"\s*(?:{_OPENS})", re.IGNORECASE | re.VERBOSE)
_CLOSING = re.compile(_CLOSES, re.IGNORECASE | re.VERBOSE)
_MARK = re.compile(
    rf"""
    "(?:[^"\\\n]|\\.)*"?     # a string, or what may be one: no mark inside it counts
    | (?P<closes>{_CLOSES})
    | (?P<opens>{_OPENS})
    """,
    re.IGNORECASE | re.VERBOSE,
)
_CHANNEL = re.compile(
    r"<\|channel\|>\s*(?P<name>\w*)[^<]{0,100}(?:<\|constrain\|>\s*\w*\s*)?<\|message\|>"
)
_CHANNEL_ENDS = re.compile(r"<\|(?:end|return|call|start|channel)\|>")
_BARE_ANALYSIS = re.compile(
    r"\A\s*(?:assistant)?(?:analysis|commentary)(?=[A-Z\"'“‘\d\u3400-\u9fff]|We\b)"
)
_BARE_FINAL = "assistantfinal"
_IM_THINKS, _IM_ANSWERS = "<|im_start|>think", "<|im_start|>answer"
_HEADING = re.compile(r"\A\s*Thinking(?:\.\.\.|…)\s*\n")
_HEADING_ENDS = re.compile(r"(?:\.\.\.|…)\s*done thinking\.?", re.IGNORECASE)
_SPECIAL = re.compile(r"<\|[A-Za-z][\w/ ]{0,40}\|>|</s>|\[/?(?:INST|RESPONSE)\]")
_ENDS_CLOSED = re.compile(
    rf"(?:{_CLOSES}|<\|(?:end|return)\|>|done\ thinking\.?)\s*\Z", re.IGNORECASE | re.VERBOSE
)
_INVISIBLE = str.maketrans("", "", "\x00\ufeff\u200b")


def visible_reply(raw: str) -> str:
    """The reply without NULs, byte order marks and zero-width spaces."""
    return raw.translate(_INVISIBLE).strip()


def without_reasoning(text: str) -> str:
    """A reply without its reasoning. A mark inside quotation marks belongs to the quote and stays.

    Reasoning without an opening mark starts with the reply; without a closing mark it runs to the
    reply's end.
    """
    text = _final_channel(text)
    at = 0
    while opening := _OPENING.match(text, at):
        closing = _CLOSING.search(text, opening.end())
        if closing is None:
            return ""
        at = closing.end()
    return _SPECIAL.sub("", _outside_reasoning(text[at:])).strip()


def is_unfinished_reasoning(raw: str) -> bool:
    """Whether a reply is nothing but reasoning that does not end."""
    text = visible_reply(raw)
    return bool(text) and not without_reasoning(text) and _ENDS_CLOSED.search(text) is None


def _final_channel(text: str) -> str:
    """The final channel of a reply in harmony or a like format; the text if it has no channels."""
    if channels := list(_CHANNEL.finditer(text)):
        finals = [channel for channel in channels if channel["name"] == "final"]
        if not finals:
            return ""
        ends = _CHANNEL_ENDS.search(text, finals[-1].end())
        return text[finals[-1].end() : ends.start() if ends else len(text)]
    if _BARE_ANALYSIS.match(text):
        return text.rpartition(_BARE_FINAL)[2] if _BARE_FINAL in text else ""
    if _IM_THINKS in text:
        return text.rpartition(_IM_ANSWERS)[2] if _IM_ANSWERS in text else ""
    if heading := _HEADING.match(text):
        ends = _HEADING_ENDS.search(text, heading.end())
        return text[ends.end() :] if ends else ""
    return text


def _outside_reasoning(text: str) -> str:
    """The parts of a text outside further reasoning, joined."""
    parts: list[str] = []
    since = at = 0
    while mark := _MARK.search(text, at):
        at = mark.end()
        if mark["closes"]:
            if mark["closes"].lower().startswith("</details"):
                continue
            parts, since = [], at
        elif mark["opens"]:
            parts.append(text[since : mark.start()])
            closing = _CLOSING.search(text, at)
            if closing is None:
                return "".join(parts)
            since = at = closing.end()
    return "".join(parts) + text[since:]
