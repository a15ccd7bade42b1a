"""What leads into a quote or an answer and claims nothing itself: 据记载, Answer:, as it says."""

import re

from core.evidence_gate.assertions.claim_sentences import without_source_named
from core.text.language.scripts import HAN, simplified_characters

_SIMPLIFIED = {ord(old): new for old, new in simplified_characters().items()}
_ENGLISH = frozenset(
    """
    a according account also and answer answers are as at be below book books chronicle citation
    cite cited clear clearly contains directly document documents entry evidence excerpt exact
    exactly explicitly extract find finds first following follows for found from gazetteer
    genealogy given gives good here i in indeed information is it its letter letters line may
    me mentioned mentions my note noted notes of on one original page paper papers paragraph part
    passage passages plainly point provided puts question quote quoted quotes quoting read reads
    record recorded records reference register relevant reply report reports response s said says
    section see sentence short shows simply so source sources state stated states straight summary
    tell tells text texts that the there these they this thus to us very was we what where which
    word words write writes written wrote yes you your
    """.split()  # noqa: SIM905 - a word a line would not read better
)
_CHINESE = re.compile(
    "根据|依据|按照|查阅|翻阅|文献|资料|史料|史书|原文|书[中里上]?|[族家宗]谱|谱[中里上]?|文[中里]|县志|方志|志[中里]|碑文|"
    "档案|材料|记录|记载|写道|写着|写明|提到|提及|指出|说道|载明|所[述载记写说言]|答案|回答|答复|如下|其中|一[句段条处]|"
    "这[里句样段]|证据|来源|出处|引用|引文|原话|原句|可见|显示|表明|正如|明确|清楚|我们|可以|看到|读到|知道|得知|找到|查到|"
    "问题|关于|对此|因此|所以|综上|请看|上面|上述|以上|以下|提供的?|给出的?|相关|有关|内容|简而言之|直接|关键|结论|"
    "[据依按照查翻阅说云曰载称记答是为有的在中里上内如即该此本这那我您你老夫朽可见也曾还便就道写明确引自出于第段条篇了着过给与]"
)
_WORD = re.compile(r"[A-Za-z]+")
_HAN = re.compile(f"[{HAN}]")
_OPENS = re.compile(
    r"\A\s*(?:[*_#>\-•]+\s*)?(?:(?:the |my |short |final )*(?:answer|response|reply|conclusion|summary|quote|evidence)"  # noqa: E501
    r"(?: is)?|答案?|回答|结论|引文|证据|简答|yes|no|indeed|是的?|不是|对|没有)\s*[*_]*\s*[:：,，。.!！—–-]\s*[*_]*",  # noqa: E501
    re.IGNORECASE,
)


def without_lead_in(sentence: str) -> str:
    """Without "Answer:" or 答： in front, and without the source that is named."""
    return without_source_named(_OPENS.sub("", sentence))


def leads_in_only(rest: str) -> bool:
    """Whether what stands around a quote says nothing but where it is from."""
    said = without_lead_in(rest).translate(_SIMPLIFIED)
    if any(word.casefold() not in _ENGLISH for word in _WORD.findall(said)):
        return False
    return not _HAN.search(_CHINESE.sub("", said)) and not any(one.isdigit() for one in said)
