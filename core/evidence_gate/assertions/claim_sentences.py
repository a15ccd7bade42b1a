"""Tell sentences that claim something from greetings, opinions and refusals, which do not."""

import re

from core.evidence_gate.assertions.quotations import quoted
from core.text import normal_form

_SOURCE_NAMED = re.compile(
    r"(?:根据|据|依据|按照|查|翻阅)?《[^》]{1,60}》(?:中|里|上|的)?(?:的)?(?:记载|记录|所载|所记|写道|有载|载|说|中说)?[：:，,]?"
    r"|\b[Aa]ccording to (?:the )?(?:“[^”]{1,80}”|\"[^\"]{1,80}\"|‘[^’]{1,80}’|'[^']{1,80}')[,:]?"
    r"|\b[Aa]s (?:the )?(?:“[^”]{1,80}”|\"[^\"]{1,80}\"|‘[^’]{1,80}’|'[^']{1,80}')"
    r" (?:says|records|tells us|puts it)[,:]?"
)

_NOTHING_KNOWN = re.compile(
    "没有(?:提到|提及|记载|说明|写到|写明|说到|找到|相关|查到)|未(?:提及|提到|记载|说明|载明|找到|写明|见)"
    "|(?:无法|不能|难以)(?:回答|确定|判断|得知|确认|断言|准确回答)|不(?:知道|清楚|得而知|敢妄言)|无从(?:得知|查考|考证)"
    "|信息不足|证据不足|资料不足|(?:需要|需)查阅|建议您?(?:询问|查阅|咨询)|不便妄言"
    r"|\b(?:do(?:es)? not|did not|don't|doesn't|didn't) (?:say|tell|mention|state|record|know|give)"
    r"|\b(?:cannot|can't|could not|couldn't|unable to) (?:answer|tell|say|find"
    r"|be answered|determine)"
    r"|\b(?:no|not enough|insufficient) (?:evidence|information|record|mention)"
    r"|\bis not (?:recorded|mentioned|known|stated|given)\b",
    re.IGNORECASE,
)
_OPINION = re.compile(
    "(?:我|老夫|老朽|在下|吾|本人|个人)(?:以为|认为|觉得|看来|建议|推荐|想|希望|愿)|在(?:我|老夫)看来|依(?:我|老夫)(?:看|之见)"
    r"|\bI (?:think|believe|feel|suggest|recommend|would|hope|guess)\b|\bin my (?:view|opinion)\b",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    "^(?:你好|您好|谢谢|多谢|感谢|再见|欢迎|不客气|好的|当然|请问|很高兴"
    r"|(?:hello|hi|thanks?|thank you|welcome|goodbye|sure|of course|glad to)\b)",
    re.IGNORECASE,
)
_ASKS = re.compile(r"[?？]\s*[”’」』\"')）]*$")
_CLAUSE = re.compile("[，,；;：:]|但是?|不过|然而|\\bbut\\b|\\bhowever\\b")
_CONCRETE = re.compile(r"\d|[〇零一二三四五六七八九十百千两]{2,}|[二三四五六七八九十]|第.")
_SHORTEST = 2


def quotes_in(sentence: str) -> list[str]:
    """Return the quoted texts of a sentence, without the title of the source it names."""
    return quoted(_SOURCE_NAMED.sub(" ", sentence))


def without_source_named(sentence: str) -> str:
    """Remove phrases such as "according to ...", which name a source and claim nothing."""
    return _SOURCE_NAMED.sub(" ", sentence)


def says_nothing_is_known(sentence: str) -> bool:
    return bool(_NOTHING_KNOWN.search(sentence))


def claims(sentence: str) -> bool:
    """Whether a sentence says anything that evidence could support.

    An opinion or a courtesy with a number in it is a claim, so that facts cannot hide behind such a
    phrase.
    """
    normal = normal_form(without_source_named(sentence))
    if len(normal.replace(" ", "")) < _SHORTEST:
        return False
    if says_nothing_is_known(sentence):
        clauses = (
            clause for clause in _CLAUSE.split(sentence) if not says_nothing_is_known(clause)
        )
        return any(_CONCRETE.search(normal_form(clause)) for clause in clauses)
    if _ASKS.search(sentence) or _OPINION.search(sentence) or _COURTESY.search(sentence.strip()):
        return _CONCRETE.search(normal) is not None
    return True
