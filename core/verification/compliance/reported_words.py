"""Detect forbidden words that a text only reports: in news, a warning, a title or a denial."""

import re

from core.verification.copy_text.surroundings import surroundings_of
from core.verification.findings import CharRange

_NEAR = 80
_SENTENCE_END = re.compile(r"[。！？!?\n]|\.(?=\s|$)")

_NEWS = re.compile(
    r"法治|普法|律师|律師|什么区别|什麼區別|宣判|获刑|獲刑|判处|判處|被判|判刑|立案|捣毁|搗毀"
    r"|抓获|抓獲|破获|破獲|移送|查处|查處|刑拘"
    r"|落网|落網|起诉|起訴|封停|封禁|整治|清退"
    r"|打掉|被查|通报|通報|采取强制措施|采取刑事|警方提示|清理了|下架了|曝光|辟谣|闢謠|头条"
    r"|头版|新闻|新聞|早报|晚报|晨报|日报"
    r"|\b(?:jailed|sentenced|convicted|fined|charged with|prosecuted|indicted|pleaded guilty"
    r"|guilty of|on trial"
    r"|police (?:arrest|raid|seiz|shut|charge)\w*|shut down by|cracks? down|crackdown"
    r"|fines (?:an?|two|three|four)"
    r"|in the news|headlines|newsletter: )\b",
    re.IGNORECASE,
)
"""Words of news and of police or court reports."""
_WARNING = re.compile(
    r"挂断|掛斷|[别勿]转[账帳]|[别勿]輕?轻?信|请勿|請勿|(?<![家店们們])就是(?:诈骗|詐騙|骗子|騙子)|是(?:诈骗"
    r"|詐騙)|骗子最怕|騙子最怕|最怕你|防坑|避坑|守住钱袋|反诈"
    r"|[骗騙]子(?:会|會|常|惯|慣|最|们|們|喜欢|总|專|专|都|的(?:套路|手段|招数|话术))|(?:上门"
    r"|电话|短信|客服)[^，。]{0,6}(?:骗子|诈骗)"
    r"|如遇|一旦(?:遇到|收到|接到)|(?:收到|接到|遇到)[^，。！？]{0,14}(?:诈骗|詐騙|骗|騙|假[钞鈔币幣])|(?:识别|識別|分辨|辨别|辨別|怎么认|怎麼認)假[钞鈔币幣]"
    r"|\b(?:hang up|look out for|watch for|fraud (?:desk|team)|security team|if (?:anyone"
    r"|someone|they|you get|you receive)|anyone who"
    r"|someone who says|red flags?|how to tell|sign of a|signs of a|is running a scam"
    r"|if they do\b"
    r"|don't fall for|do not fall for|forward it to|block and|we(?:'ll| will) never"
    r"|will never (?:ask|phone|call|text|email)"
    r"|(?<!will )never (?:share|give|pay|click)|stay alert|be wary"
    r"|(?:ask|see|talk(?:ing)? to|speak(?:ing)? (?:to|with)|consult(?:ing)?|check(?:ing)? with"
    r"|tell) (?:your|a|the) "
    r"(?:doctor|gp|pharmacist|nurse|vet)"
    r"|(?:do not|don't|never) (?:stop|change|skip|replace|adjust) )\b"
    r"|医嘱|問醫|问医|咨询医|諮詢醫|医生建议|醫生建議|疑似|[鉴鑑]定(?:[师師]|[课課]|展|[讲講])"
    r"|真假对照|真偽對照|教你分辨|辨别真|辨別真",
    re.IGNORECASE,
)
"""Words of a warning."""
_DENIED_CLAIM_BEFORE = re.compile(
    r"(?:不具[备備有]|不作[为為]|不能|不可|不[会會]|无法|無法|[并並][无無]|[没沒]有?|不宣称"
    r"|不宣稱|不声称|不聲稱|不承[诺諾]|不代表|不等于|不等於|[谈談]不上"
    r"|不替代|[从從]不[说說]?|[决絕绝]不|不是为了|並非|并非|不用[来來]"
    r"|不是)[^，。！？!?,\n]{0,8}$"
    r"|\b(?:no such thing as(?: an?)?|(?:do|does|did)(?:n't| not) (?:claim|promise|pretend|mean"
    r"|replace|aim|sell|offer|do|believe)"
    r"(?:[ ,]+\w+){0,6}[ ,]*|not (?:a|an|intended|meant|able) (?:to )?(?:\w+,? ){0,4}|(?:won't"
    r"|will not|cannot|can't|can not|never|not) (?:\w+,? (?:or )?){0,3}"
    r"|nor (?:\w+ ){0,2}|neither (?:\w+ ){0,2}|without claiming to (?:\w+ )?"
    r"|makes? no claims? (?:to|of|that \w+) (?:\w+ ){0,3})$",
    re.IGNORECASE,
)
"""Before a medical word: the text makes no such claim."""
_FRAUD_WORD = re.compile(r"scams?$|scammers?$|frauds?$|诈骗$|骗局$|詐騙$|騙局$", re.IGNORECASE)
"""Words for fraud; a text that warns of fraud nearby accuses nobody."""
_MEDICAL_WORD = re.compile(
    r"[治疗愈癒药藥效病炎癌]|预防|預防|\b(?:cur(?:e|es|ed|ing)|treat\w*|heal\w*|prevent\w*"
    r"|revers\w+|relie\w+|remed\w+|diagnos\w+|guaranteed\b.*|income)",
    re.IGNORECASE,
)
_NOT_BEFORE = re.compile(
    r"\b(?:(?:is|are|was|were|do|does)(?:n't| not)|he's not|she's not|it's not|they're not|not"
    r"|never|no) (?:an? |the |that |so |being )?$",
    re.IGNORECASE,
)
_INSULT = re.compile(
    r"(?:ugly|stupid|dumb|idiots?|morons?|losers?|pig|pathetic|lazy|slob|fatty|peasants?)$",
    re.IGNORECASE,
)
_GAME_AFTER = re.compile(
    r"(?:s)? (?:buys?|pays?|washes|wash(?:es)? up|does the|has to|treats?|cooks?|owes|makes the"
    r"|cleans?|brings?|gets to|walks the"
    r"|bracket|board|club anthem)\b",
    re.IGNORECASE,
)
"""After "loser": the rule of a game."""
_QUOTED_BEFORE = re.compile(r"[\"“‘](?:(?:The|An?|My|Our|Of|[A-Z][\w'’]*),? ){0,5}$")
_QUOTED_AFTER = re.compile(
    r"(?:s|'s)?(?:,? [A-Z][\w'’]*| (?:of|the|and|in|a|to|for|on)){0,6}[.,!?]?[\"”’]"
)
_CAPITAL = re.compile(r"[A-Z]")
_HAN_TITLE_BEFORE = re.compile(r"[《〈「『“](?:[^》〉」』”\n]{0,14})$")
_HAN_TITLE_AFTER = re.compile(r"[^《〈「『“\n]{0,14}[》〉」』”]")
_WORK_WORDS = re.compile(
    r"话剧|話劇|剧|劇|书|書|片|影|展|歌|曲|绘本|繪本|读|讀|演出|相声|脱口秀|借|馆|館|小说|小說"
    r"|节目|節目|加演|上映|巡演"
)


def only_reported(text: str, span: CharRange) -> bool:
    """Whether the forbidden word at `span` is neither an offer nor a statement about anyone."""
    start, end = span
    word = text[start:end]
    surroundings = surroundings_of(text, span, _NEAR)
    if _is_title(word, *surroundings):
        return True
    before, after = surroundings.within(_SENTENCE_END)
    sentence = f"{before}{word}{after}"
    if _NEWS.search(sentence) or _WARNING.search(sentence) or _is_expert_advice(before, sentence):
        return True
    if _FRAUD_WORD.match(word) and _WARNING.search(text, max(0, start - _NEAR), end + 2 * _NEAR):
        return True
    if _MEDICAL_WORD.search(word) and _DENIED_CLAIM_BEFORE.search(before):
        return True
    if word.lower().rstrip("s") == "loser" and _GAME_AFTER.match(after):
        return True
    return _INSULT.search(word) is not None and _NOT_BEFORE.search(before) is not None


_HOW_BEFORE = re.compile(r"(?:怎么|怎麼|如何|怎样|怎樣|咋)(?:才能|去|来|來)?\s?$")
_EXPERT_ADVICE = re.compile(
    r"医生|醫生|医师|醫師|专家|專家|教授|主任|营养师|營養師|药师|藥師|护士|護士|直播|讲|講|课|課|答疑|问答|問答|科普"
)


def _is_expert_advice(before: str, sentence: str) -> bool:
    """Whether the word is the topic of expert advice, such as a doctor's talk on how to ease it."""
    return _HOW_BEFORE.search(before) is not None and _EXPERT_ADVICE.search(sentence) is not None


def _is_title(word: str, before: str, after: str) -> bool:
    if _CAPITAL.match(word):
        return _QUOTED_BEFORE.search(before) is not None and _QUOTED_AFTER.match(after) is not None
    return (
        _HAN_TITLE_BEFORE.search(before) is not None
        and _HAN_TITLE_AFTER.match(after) is not None
        and _WORK_WORDS.search(f"{before}{after}") is not None
    )
