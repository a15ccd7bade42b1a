"""Find the subject of a question, a thing or person, by the form of the question.

The offline baseline uses it to refuse answers about other subjects.
"""

import re
from dataclasses import dataclass

from core.evidence_gate.assertions.answer_type import without_source_phrase
from core.evidence_gate.assertions.chinese_name_forms import surname_of
from core.evidence_gate.assertions.event_kinds import asked_events, mentions_kind
from core.text import normal_form
from core.text.language import stem
from core.text.language.units import HAN, STOP_HAN

_CLAUSE_END = re.compile(r"[，,。！!？?；;：:\n]+|\.\s")
_ASKS_ZH = re.compile(
    "哪一?年|哪一?朝|何年|什么时候|啥时候?|何时|什么年[月代间份]?|哪一?天|哪几天|几时"
    "|多少|几(?=[位个名人座间孔里岁层])"
    "|多[长高大宽深远]|(?:是|由|被|为)谁|为什么|为何|为啥"
)
_LEADS_IN_ZH = re.compile("^(?:请问|想问|问一下|请告诉我|告诉我|那么?|我想知道|您知道|你知道)+")
_LINKS_ZH = re.compile("(?:[是在到于有]|(?:[始初创修新]?[建造修立设办]|成立)于?|开始)+$")
_OF_ZH = re.compile("[的里上中]")
_ANYWHERE_ZH = re.compile(
    "[一每][年月天日]|(?:这|那|本|全|我们|咱们?)?(?:里|儿|村子?|镇子?|地方?|族|家|县|[他她它]们?)?$"
)
_LONGEST_NAME = 3
_PLACE_FIRST_ZH = re.compile("[在从由自于到]")
_AFTER_ZH = re.compile(f"[^{HAN}]|[的了过吗呢吧啊呀掉]|起来")

_ASKS_EN = re.compile(
    r"\b(?:when|where|why|how (?:much|long|tall|high|old|far|big)|(?:what|which) (?:exact )?"
    r"(?:year|day|month|date|time)) (?P<auxiliary>did|does|do|was|were|is|are|had|has) "
    r"(?:(?:the|an?|his|her|their|its) )?(?P<phrase>[a-z'’ -]+)"
    r"|\bwho (?P<verb>[a-z]+) (?:the|an?|his|her|their|its) (?P<object>[a-z'’ -]+)"
)
_BASE_FORM_AFTER = ("did", "does", "do")
_PHRASE_ENDS = re.compile(
    r"\b(?:of|in|at|on|to|by|for|from|with|into|over|under|after|before|that|which|who|first|last|"
    r"ever|again|finally|and|or|the|a|an|his|her|their|its|be|been|really)\b"
)
_PARTICIPLE = re.compile(
    r"(?:\w+ed|built|begun|cast|sold|made|cut|put|set|lost|born|held|hung|burnt|dug|sunk|found|won|"
    r"paid|lit|brought|bought|sent|left|let|struck|kept|broken|written|given|taken|torn|drawn|known|"
    r"shown|grown|worn|stolen|chosen|thrown|blown|fallen|woven|hewn|sewn|done|gone|seen|driven)$"
)


@dataclass(frozen=True, slots=True)
class QuestionSubject:
    """The subject of a question, and what happened to it.

    `forms`: words for the subject, any one of which names it; `owner`: the same of what it belongs
    to. Both are empty if the form of the question is unknown. `kinds`: the kinds of event asked
    about (`core.evidence_gate.assertions.event_kinds`); `verb`: any other verb, as Chinese
    characters or a stem, any one of which must occur.
    """

    forms: frozenset[str] = frozenset()
    owner: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    verb: frozenset[str] = frozenset()

    @classmethod
    def from_query(cls, query: str) -> "QuestionSubject":
        for clause in map(normal_form, _CLAUSE_END.split(query)):
            if match := _ASKS_ZH.search(clause):
                return _asked_in_chinese(clause, match)
            if match := _ASKS_EN.search(clause):
                return _asked_in_english(match)
        return cls()

    def is_named_in(self, context: str, passage: str) -> bool:
        """Whether `context`, an answer and the text before it, names the subject, and `passage`,
        the whole passage, its owner.
        """
        return _has_any(self.forms, context) and _has_any(self.owner, passage)

    def mentions_event(self, sentence: str) -> bool:
        """Whether the sentence tells of the event or verb that the question asks about."""
        normal = normal_form(sentence)
        if self.kinds:
            return any(mentions_kind(normal, kind) for kind in self.kinds)
        return _has_any(self.verb, normal)


def _has_any(forms: frozenset[str], text: str) -> bool:
    normal = normal_form(text)
    stems = set(map(stem, re.findall("[a-z]+", normal)))
    return not forms or any(form in stems if form.isascii() else form in normal for form in forms)


def _asked_in_chinese(clause: str, match: re.Match[str]) -> QuestionSubject:
    before = _LEADS_IN_ZH.sub("", without_source_phrase(clause[: match.start()]).strip())
    *owners, head = _OF_ZH.split(_LINKS_ZH.sub("", before))
    after = clause[match.end() :]
    predicate = [
        character
        for character in _AFTER_ZH.sub("", after)
        if character not in STOP_HAN and character != "事"
    ]
    verb = predicate[-2:] if _PLACE_FIRST_ZH.match(after) else predicate[:2]
    counts = match[0][0] in "多几"
    return QuestionSubject(
        _forms(head, anywhere=counts or not predicate),
        _forms(owners[-1]) if owners else frozenset(),
        frozenset() if counts else asked_events(after, measured=True),
        frozenset() if counts else frozenset(verb),
    )


def _forms(name: str, *, anywhere: bool = False) -> frozenset[str]:
    """Return the last two characters of a name, or with `anywhere` each pair; the whole name of a
    person.
    """
    if len(name) < 2 or _ANYWHERE_ZH.match(name):
        return frozenset()
    if len(name) <= _LONGEST_NAME and surname_of(name):
        return frozenset([name])
    pairs = [name[start : start + 2] for start in range(len(name) - 1)]
    return frozenset(pairs if anywhere else pairs[-1:])


def _asked_in_english(match: re.Match[str]) -> QuestionSubject:
    """Return the noun before the verb, or after a verb as in "who sold the mill"."""
    words = re.findall("[a-z]+", _PHRASE_ENDS.split(match["phrase"] or match["object"])[0])
    if not words:
        return QuestionSubject()
    verb = match["verb"] or ""
    if (
        len(words) > 1
        and not verb
        and (match["auxiliary"] in _BASE_FORM_AFTER or _PARTICIPLE.match(words[-1]))
    ):
        *words, verb = words
    noun = stem(words[-1])
    return QuestionSubject(
        frozenset(filter(None, [noun])),
        kinds=asked_events(verb, measured=True),
        verb=frozenset(filter(None, [stem(verb)])),
    )
