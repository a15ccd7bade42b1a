"""Detect absolute and forbidden words that claim nothing about goods.

Such words are advice, a sort order, a question which is best, praise of a person, a requirement
that something be unique, or part of the title of a work.
"""

import re

from core.verification.copy_text.surroundings import surroundings_of
from core.verification.findings import CharRange

_NEAR = 60
_SENTENCE_END = re.compile(r"[。！？!?\n；;]|\.(?=\s|$)")

_ADVICE_BEFORE = re.compile(
    r"(?:时候?|之?前|之?后|的话|期间|[您你们者]|孩子|老人|孕妇|新手|儿童|家长|也|还是|尽量|最多"
    r"|每次|每天|冬天|夏天|雨天|晚上|早上|出门|出行)$"
    r"|(?:^|[，。！？,：:\s])(?:泡发?|煮|炖|蒸|炒|焯|洗|清洗|擦|浇|种|养|喂|存放|保存|冷藏|解冻"
    r"|加热"
    r"|拍|剪|晾|熨|涂|敷|打|安装|烤|揉|切|腌|拌|晒|收纳|充电|开车|骑车?|走|坐|睡|换|修|装|练|跑"
    r"|搬|贴|刷)"
    r"[^，。！？,的]{0,6}$"
)
_ADVICE_TO_USE = re.compile(
    r"最好[用吃喝穿看听选](?![的又且而最好])[^，。！？!?\n的最]{1,8}的[一-龥]"
)
"""Advice to use something: 最好用透气的陶盆, in contrast to the claim 最好用的陶盆."""
_PERSON_AFTER = re.compile(
    r"(?:好|棒)?的?(?:妈妈|爸爸|父母|爹|娘|外婆|姥姥|外公|姥爷|爷爷|奶奶|老师|朋友|闺蜜|同学|你"
    r"|您|自己|爱人|老公|老婆|家人|队友|伙伴|邻居|战友|兄弟|姐妹|孩子|礼物是|时光|年纪|安排)"
    r"| (?:friends?|mum|mom|mother|dad|father|grandma|grandpa|nan|gran|teacher|sister|brother"
    r"|teammate|neighbou?r|wishes"
    r"|of luck|regards|intentions|behaviour|behavior)\b(?! in| at| for)",
    re.IGNORECASE,
)
_NOT_ONE_BEFORE = re.compile(
    r"\b(?:nothing|nobody|no one|none of us)(?:'s| is|’s) $|没有(?:什么|谁|人)是?$", re.IGNORECASE
)
_ADVICE = re.compile(r"(?:最好)(?:[^的的之，。！!\s]|$)")
_SORT_ORDER = re.compile(
    r"排序|筛选|排列|由[高低]到[高低]|从[高低]到[高低]"
    r"|\b(?:sort(?:ed)?|filter(?:ed)?|order(?:ed)? by|rank(?:ed)? by|arrange[d]?|list(?:ed)? by"
    r"|view by)\b",
    re.IGNORECASE,
)
_PERSON_BEFORE = re.compile(
    r"(?:你|您|你们|您们|大家|妈妈|爸爸|老师)(?:们)?(?:就|永远|都|一直|才|真"
    r"|真的){0,2}是(?:我们?|全家|世界上|这个世界上|心中|眼里|店里|最)?(?:心中|眼里"
    r"|心里)?(?:的)?$"
    r"|\b(?:you(?:'re| are|’re)|u r|y'all are|you (?:guys|all|lot|folks) are|thanks? (?:you )?to"
    r"|mums? (?:is|are)|moms? (?:is|are)|dads? (?:is|are)|teachers are|our (?:members|customers"
    r"|readers"
    r"|volunteers|riders|team|staff|drivers|players) are|like you,?|deserves?|deserve|for)"
    r"(?: all| simply| just| still| honestly| always)*(?: the)?\s$",
    re.IGNORECASE,
)
_READER_AFTER = re.compile(
    r"[！!，,。.~～]|$|的?(?:朋友|老朋友|伙伴|妈妈|爸爸|老师|你|您|自己)| (?:customers?|members?"
    r"|team|neighbou?rs|readers|mum|mom|dad|friends?|crew|crowd|community)\b|[^a-z]"
)
_NEGATIVE_SUPERLATIVE = re.compile(
    r"最(?:费神|费心|费劲|头疼|头痛|麻烦|怕|烦|累|难|愁|担心|常见|讨厌|闹心|犯愁|纠结|无聊|痛苦"
    r"|煎熬|折磨|容易被忽)"
)
_AT_ITS_BEFORE = re.compile(r"\bat (?:its|their) (?:very )?$", re.IGNORECASE)
_PEAK = re.compile(
    r"(?:highest|lowest|busiest|quietest|brightest|closest|coldest|hottest|warmest)$", re.IGNORECASE
)
"""Superlatives that "at its" makes a state of the goods, not a comparison."""
_REQUIREMENT_BEFORE = re.compile(
    r"(?:[号名码]|必须|须|需要?|要求|保持|保证|应当?|确保|请用|设置|是否|不)(?:是|为)?$"
    r"|\b(?:must be"
    r"|should be|has to be|be)\s$",
    re.IGNORECASE,
)
_QUESTION_AFTER = re.compile(
    r"[?？](?!\s?(?:You(?:'re| are)|It's|It is|This|Ours|Here|就是|当然|我们|在这))"
)
_UNIQUE = re.compile(r"唯一|unique", re.IGNORECASE)
_WHICH_BEFORE = re.compile(
    r"(?:哪[款个种台双件家一位道部本只条座条]|谁|怎样|怎么|如何|什么)[^。！!\n]{0,20}$"
    r"|^\W*(?:which|what|who|whose|where|how|is it|do you know)\b[^.!?\n]*$",
    re.IGNORECASE,
)
_ADVERB_BEST = re.compile(r"\b(?:best|better|most)$", re.IGNORECASE)
_VERB_BEFORE = re.compile(
    r"\b(?:fits?|suits?|works?|looks?|tastes?|grows?|likes?|loves?|knows?|sleeps?|remembers?"
    r"|does|do|did"
    r"|performs?|served?|stored?|kept|enjoyed|eaten|drunk|paired|viewed|use it|wear it|matches"
    r"|describes?|helps?|understands?)(?: [\w']+){0,3} $",
    re.IGNORECASE,
)
_ADVERB_AFTER = re.compile(
    r"\s?(?:[.?!,;:]|$|(?:when|if|in|on|at|with|for|by|before|after|while|as|from|under|cold"
    r"|warm|hot|chilled)\b)",
    re.I,
)

_WORK_WORDS = re.compile(
    r"\b(?:musical|movie|films?|drive-in|screens?|screening|showing|novel|book club|november read"
    r"|(?:january|february|march|april|may|june|july|august|september|october|december) read|read"
    r"|album|theat(?:re|er)|matinee|encore|podcast|episode|sitcom|comedy|stand-up|play|plays"
    r"|opera"
    r"|on stage|palace|playhouse|tour|puppet show|ballet|paperback|author|reads|vinyl|soundtrack"
    r"|streaming|premieres?|cinema|ballad|songs?|tracks?|tunes?)\b",
    re.IGNORECASE,
)
"""Words that a text about a work contains."""
_QUOTE_BEFORE = re.compile(r"[\"“][^\"“”\n]{0,40}$")
_QUOTE_AFTER = re.compile(r"[^\"“”\n]{0,40}[\"”]")
_TITLE_AFTER = re.compile(r"^ (?:[A-Z][\w']+|by [A-Z]|of [A-Z]|and [A-Z]|the [A-Z])")
_WHOLE_TITLE = re.compile(r"[A-Z][a-z]+(?: [A-Za-z]+){2,6} [A-Z][a-z]+")
_TITLE_BEFORE = re.compile(r"\b(?:The|An?|[A-Z][\w']+(?: and| the| of)?) $")


def claims_nothing(text: str, span: CharRange) -> bool:
    """Whether the absolute word at `span` makes no claim about goods."""
    start, end = span
    word = text[start:end]
    before, after = surroundings_of(text, span, _NEAR).within(_SENTENCE_END)
    return (
        _SORT_ORDER.search(before) is not None
        or _SORT_ORDER.search(after) is not None
        or _NOT_ONE_BEFORE.search(before) is not None
        or _NEGATIVE_SUPERLATIVE.match(text, start) is not None
        or (_PEAK.search(word) is not None and _AT_ITS_BEFORE.search(before) is not None)
        or _is_quoted_work(before, after)
        or _is_advice(text, start, before)
        or _is_about_a_person(before, after)
        or (_UNIQUE.match(word) is not None and _REQUIREMENT_BEFORE.search(before) is not None)
        or (
            _WHICH_BEFORE.search(before) is not None
            and _QUESTION_AFTER.search(text, end, end + _NEAR) is not None
        )
        or (
            _ADVERB_BEST.search(word) is not None
            and _ADVERB_AFTER.match(after) is not None
            and _VERB_BEFORE.search(before) is not None
        )
    )


def _is_advice(text: str, start: int, before: str) -> bool:
    if _ADVICE_TO_USE.match(text, start):
        return True
    return _ADVICE.match(text, start) is not None and _ADVICE_BEFORE.search(before) is not None


def _is_about_a_person(before: str, after: str) -> bool:
    if _PERSON_AFTER.match(after):
        return True
    return _PERSON_BEFORE.search(before) is not None and _READER_AFTER.match(after) is not None


def _is_quoted_work(before: str, after: str) -> bool:
    if not (_WORK_WORDS.search(before) or _WORK_WORDS.search(after)):
        return False
    return _QUOTE_BEFORE.search(before) is not None and _QUOTE_AFTER.match(after) is not None


def names_a_work(text: str, span: CharRange) -> bool:
    """Whether the word at `span` is in the title of a play, a film or a book."""
    start, end = span
    before, after = surroundings_of(text, span, _NEAR).within(_SENTENCE_END)
    if not (_WORK_WORDS.search(before) or _WORK_WORDS.search(after)):
        return False
    if _is_quoted_work(before, after):
        return True
    word = text[start:end]
    if not word[:1].isupper():
        return False
    if _WHOLE_TITLE.fullmatch(word):
        return True
    return _TITLE_AFTER.match(after) is not None and (
        _TITLE_BEFORE.search(before) is not None or after[1:2].isupper()
    )
