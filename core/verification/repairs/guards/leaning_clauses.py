"""Conditions on the clauses that a cut leaves: none may refer to what was removed.

In doubt a condition fails: what is not plainly whole is for a person to write.
"""

import re

from core.verification.copy_text.copy_clauses import Clause
from core.verification.repairs.guards.remains import Remains

_LEANS_ON_BEFORE = re.compile(
    r"^\s*(?:也|还是|还有|还能|还可|又|再|更|都|却|而且|而|但|并|因此|所以|就|才|便|则|它|他们|"
    r"她们|其|该|这|那|此|同款|"
    r"顺手|顺便|除此|此后|届时|到时|其实|只为|只因|为此|随后|然后|接着|还(?!原)|同时|反正|仅售|只要\d|"
    r"同样|一样|后者|前者|从此|以此|何况|况且|甚至|尤其|另外|另有|另附|另送|否则|不然|可惜|于是|可能|反而|特别是)"
)
_LEANS_ON_BEFORE_EN = re.compile(
    r"\b(?:it|its|they|them|their|theirs|these|those|he|him|his|she|her|another|others|same(?!-)|"
    r"both|"
    r"instead|inside|either|neither|too|also|otherwise|that one|this one|ones|half of that|more)\b",
    re.IGNORECASE,
)
_STARTS_LEANING_EN = re.compile(
    r"\s*(?:this|that|which|who|whose|where|because|since|of|than|as|nor|though)\b", re.IGNORECASE
)
_GOES_WITH_EN = re.compile(r"(?:with|plus|including|along with)\b", re.IGNORECASE)
_COMPARED = re.compile(
    r"^(?:今天|现在|如今|今晚)(?:它|他|她)|配套|同款|一样的|以上|如上|上述|如下|^只有|^(?:我们|"
    r"本店|我家|咱)?才(?:是|敢|能|有|算)|^[一-龥]{1,4}也(?=可|能|会|有|是|要|适|不|已|都|在)"
)
_LEADS_ON = re.compile(
    r"^(?:论|说到|要说|至于|作为|如果|当|虽然|虽说|因为|由于|无论|不管|只要|只有|既然|即使|为了|"
    r"除了|不仅|不但|不只|与其|每当|随着|一旦|若|比起|"
    r"相比|从|对于|关于)|[吗呢][？?]?$|(?:的是|就是|称为|叫做|而言|来说|的话)$"
)
_LEADS_ON_EN = re.compile(
    r"^(?:if|when|while|because|since|although|though|as|for|whether|unless|until|before|after|"
    r"with|from|in|at|by|not only|"
    r"instead of|whatever|once|to)\b",
    re.IGNORECASE,
)


_REFERS_EN = re.compile(
    r"\s*(?:(?:it|its|it's|ours|yours|mine|add|pair|top up|complete|"
    r"they|them|their|these|those|this|that|"
    r"that's|he|she|"
    r"his|her|then|also|"
    r"after that|besides|plus|both|each|either|instead|so (?:the|we|our|you|it|they|a|an)|yet|"
    r"all (?:of )?(?:them|this|that))\b|(?:the|a|our) (?:same|other|rest|first|second)\b)"
    r"|.{0,60}\b(?:it|its|them|they|their|theirs|yours|that one|this one|ones|too|also|"
    r"instead|afterwards)\b",
    re.IGNORECASE,
)


_OWN_SUBJECT = re.compile(
    r"(?:our|your|my|every|all|the) (?!(?:same|other|rest|first|second)\b)[a-z]+"
    r"(?!.*\b(?:too|also|instead|same|another|ones)\b)",
    re.IGNORECASE,
)
"""A subject that later pronouns may mean: "Our mechanics show every part they replace"."""


def no_clause_leans_on_what_went(remains: Remains) -> bool:
    """Whether no clause refers to removed text by a pronoun, a connective or 同款."""
    for n, clause in enumerate(remains.new):
        leans = _leans_han(clause) if remains.han else _leans_english(clause)
        dangles = not remains.han and _GOES_WITH_EN.match(clause) and n and not remains.follows(n)
        if dangles or (leans and not remains.follows(n)):
            return False
    old = {clause.text.strip().casefold() for clause in remains.old}
    if any(f"so {clause.casefold()}" in old for clause in remains.new):
        return False
    if remains.han or remains.places[0] == 0:
        return True
    if _STARTS_LEANING_EN.match(remains.new[0]):
        return False
    bare = (clause for clause in remains.new if not _OWN_SUBJECT.match(clause))
    return not any(_LEANS_ON_BEFORE_EN.search(clause) for clause in bare)


def no_clause_leads_to_what_went(remains: Remains) -> bool:
    """Whether no clause announces removed text, as 如果 ..., "when ..." or a colon does."""
    for n in range(len(remains.new)):
        last = remains.previous[n]
        if last >= 0 and not remains.follows(n) and _leads_on(remains.old[last], remains.han):
            return False
    last = remains.previous[-1]
    at_the_end = not 0 <= last < len(remains.old) - 1
    return at_the_end or not _leads_on(remains.old[last], remains.han)


_PREDICATE_ALONE = re.compile(
    r"[有含附带享](?!趣|心|声)|支持|共有|分为|采用|适合|搭载|自带|内置|配备|新增"
)


def no_predicate_loses_its_subject(remains: Remains) -> bool:
    """Whether no predicate, as 有两种颜色, lost the clause that named its thing; Chinese only."""
    if not remains.han:
        return True
    for n, clause in enumerate(remains.new):
        place = remains.places[n]
        if not place or remains.follows(n) or not _PREDICATE_ALONE.match(clause):
            continue
        begins = place
        while begins and not remains.old[begins - 1].ends_sentence:
            begins -= 1
        if begins < place and remains.previous[n] < begins:
            return False
    return True


_FEW_HAN, _FEW_EN = 3, 2
_END_OF_A_LIST = re.compile(r"(?:[\w'’-]+ ){1,2}and (?:[\w'’-]+ ?){1,2}", re.IGNORECASE)
"""The end of a list that lost its beginning, as "(covers knots,) tacking and safety"."""


def no_scrap_is_left(remains: Remains) -> bool:
    """Whether no very short clause, such as a vocative or 说实话, lost its neighbour."""
    for n, clause in enumerate(remains.new):
        if remains.goes_on(n) and (remains.follows(n) or remains.begins_a_sentence(n)):
            continue
        if remains.han:
            short = len(re.findall(r"[\u4e00-\u9fff\w]", clause)) <= _FEW_HAN
        else:
            short = len(clause.split()) <= _FEW_EN or _END_OF_A_LIST.fullmatch(clause) is not None
        if short:
            return False
    return True


_THE_THING = re.compile(
    r"\b(?:the|that|this|these|those) ((?:[a-z-]+ ){0,2}[a-z-]+)", re.IGNORECASE
)
_WORD = re.compile(r"[a-z-]+")
_TITLED = re.compile(r"《[^《》]{1,30}》")
_PART = re.compile(
    r"配套|替换|配件|同系列|补充装|滤芯|搭配的|刀头"
    r"|\b(?:refills?|replacement|spare|matching|attachments?|accessor(?:y|ies)|tips|cartridges)\b",
    re.IGNORECASE,
)
"""Parts and accessories of a thing, which say nothing once the thing is not named any more."""
_OF_A_WORK = re.compile(r"译者|作者|主演|导演|书中|剧中|片中|该书|本书|全书")


def nothing_is_named_by_what_went(remains: Remains) -> bool:
    """Whether nothing left is defined by removed text, as "the rug" or 译者 where only that text
    said which rug or whose translator.
    """
    first_went = bool(remains.places) and remains.places[0] not in (0, None)
    if first_went and _PART.search(remains.body):
        return False
    if remains.han:
        lost = set(_TITLED.findall(remains.removed)) - set(_TITLED.findall(remains.body))
        return not lost or _OF_A_WORK.search(remains.body) is None
    kept_places = {place for place in remains.places if place is not None}
    removed_words: set[str] = set()
    known_words: set[str] = set()
    for n, clause in enumerate(remains.old):
        low = clause.text.casefold()
        words = set(_WORD.findall(low))
        if n not in kept_places:
            removed_words |= words
            continue
        for match in _THE_THING.finditer(low):
            if any(
                len(w) > 2 and w in removed_words and w not in known_words for w in match[1].split()
            ):
                return False
        known_words |= words
    return True


_ANSWERS = re.compile(
    r"上当|被坑|入坑了|受骗|吃亏|别怪|后悔都?|擦亮|走着瞧|不服|你懂的|懂的都懂|别再|谁用谁知道|信不信"
    r"|\b(?:don['’]t (?:say|blame|fall|get (?:burned|burnt|fooled|ripped|caught))|been warned|"
    r"warned you|fooled|burned|burnt|know better|sorry, not sorry|no offen[cs]e|you know who|"
    r"avoid (?:them|it)|we said it)\b",
    re.IGNORECASE,
)


def answers_removed_text(clause: str) -> bool:
    """Whether a clause reads as a threat, a joke or a warning in answer to something before it."""
    return _ANSWERS.search(clause) is not None


def no_threat_or_joke_is_left_alone(remains: Remains) -> bool:
    """Whether no threat, joke or warning is left after what it answers was removed."""
    return not remains.removed or not any(map(answers_removed_text, remains.new))


def _leads_on(clause: Clause, han: bool) -> bool:
    """Whether a clause is incomplete without the next one."""
    if clause.mark.strip()[:1] in (":", "：") and clause.mark.strip():
        return True
    pattern = _LEADS_ON if han else _LEADS_ON_EN
    return not clause.ends_sentence and pattern.search(clause.text.strip()) is not None


def _leans_english(text: str) -> bool:
    """Whether an English clause refers back and has no subject of its own."""
    leans = _REFERS_EN.match(text)
    return leans is not None and not _OWN_SUBJECT.match(text)


def _leans_han(text: str) -> bool:
    """Whether a Chinese clause refers back."""
    return _LEANS_ON_BEFORE.match(text) is not None or _COMPARED.search(text) is not None
