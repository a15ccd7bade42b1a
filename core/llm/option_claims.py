"""Which options a reply in prose says it chooses: every place that says so, and none guessed.

The text is NFKC (full-width letters and brackets are plain) and free of markdown emphasis. A letter
counts only where the sentence makes it one: "the answer is a lamp" names no option.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from core.llm.option_letters import distinct_options, folded
from core.llm.option_verdicts import OptionVerdicts, option_verdicts
from core.text.language.scripts import HAN

_WINDOW = 160
"""Characters looked at before a letter; a sentence that chooses is shorter."""

_LONGEST_LIST = 26
"""Letters in a row that are one answer; more are no list of options."""

_MOST_MARKS = 1_000
"""Letters of options in a reply that is read; the longest chain of thought has a few hundred."""

_OPEN, _CLOSE = "\\s\"'“‘「『(\\[{", "\"'”’」』)\\]}"
_LETTER = re.compile(
    rf"(?<![A-Za-z0-9])(?P<bracket>[(\[]\s*)?(?P<letters>[A-Za-z]|[A-Z]{{2,}})"
    rf"(?![A-Za-z0-9_]|['’][A-Za-z]|\.[A-Z]\.)(?P<close>[{_CLOSE}]*)"
)
_ENDS = re.compile(
    rf"\s*(?:[.,;:!?。,、;<|=]|\Z|\n|[{HAN}])|\s+[-–—(]|\s+(?:because|since|as|and|or|but|for)\b"
)
_AND = re.compile(
    rf"[{_CLOSE}]*\s*(?:[,、;/&+|](?:\s*(?:and|or)\b)?|\band\b|\bor\b|以及|及|[和与或跟])"
    rf"[{_OPEN}]*(?:(?:option|choice|选项)\s*)?[(\[]?"
)
_OR = re.compile(r"\bor\b|或", re.IGNORECASE)
_GOES_ON = re.compile(
    r"\s+(?:is|are|was|were|being|does|do|did|has|have|says?|states?|claims?|looks?|seems?|sounds?|would"
    r"|could|might|may|can)\b|\s*[项选]*(?:[均都皆全]?(?:不|错|排除)|则|虽|看似|可能|也许)"
)

_FILLER = (
    r"(?:(?:therefore|thus|still|clearly|likely|probably|most|definitely|simply|option|choice|indeed"
    r"|letter|answer|obviously|certainly|undoubtedly|actually|the|is|only|of course|going|with)[\s,:]+)*"
)
_MANY_SPACES = re.compile(r"\s{5,}")
"""More than anybody means by them; what is looked for behind them is tried in many ways."""
_SAYS_BEFORE = re.compile(
    rf"""(?:
      \b(?:answers?|options?|choices?|match|selection|pick|ans|verdict|guess|key|best\ \w+)\b [^.!?\n]{{0,80}}?
        (?:\b(?:is|are|(?:would|should|must|can\ only|ought\ to|will)\ (?:have\ to\ )?be|has\ (?:got\ )?to\ be|being|was|remains)\b|[:=|]|[-–—]>?\s) \s*{_FILLER}
    | \A\W*answer\s*[-–—]?\s*
    | (?:\A|\n)\s*(?:final|solution|result|response|selected|correct|conclusion|output|letter|choose
        |select|pick|chosen|answer|ans)[\s.]*[:=|-]?\s*{_FILLER}
    | \b(?:final|solution|result|selected|conclusion|output|chosen|decision)\s*[:=]\s*{_FILLER}
    | \b(?:I|we)(?:['’](?:d|ll|m|re|ve)|\ would|\ will|\ must|\ am|\ are|\ have\ to|\ can|\ should)?\s+
        (?:therefore\s+|thus\s+|hereby\s+)?
        (?:choose|chose|chosen|pick(?:ed)?|select(?:ed)?|go(?:ing)?\ (?:with|for)|answer(?:ed)?|say|conclude(?:\ with)?
           |settle\ (?:on|for)|opt\ for|think\ it(?:['’]s|\ is)|believe\ it(?:['’]s|\ is))\s*:?\s*{_FILLER}
    | (?:[,;]|\bbut|\brather|\binstead)\s*(?:it(?:['’]s|\ is)|rather|instead)\s+{_FILLER}
    | \b(?:going|go|let['’]s\ go)\ with\s+{_FILLER}
    | \b(?:leaves?|leaving|points?\ to|corresponds?\ to|matches|which\ is|must\ be|has\ to\ be|should\ be)
        (?:\ us\ with|\ only|\ me\ with)?\s+(?:just\s+|only\s+)?{_FILLER}
    | \b(?:therefore|thus|hence|so)\b[,:]?\s*(?:it(?:['’]s|\ is)\s+)?{_FILLER}
    | \b(?:answer|submit|final_answer|select|choose)\(\s*
    | \\boxed\s*\{{\s*(?:\\text\s*\{{)?
    | (?:答案\]?|(?:正确|最佳|合适|对应|所选|符合(?:题意|原文)?|最终)的?(?:选项|选择|一项|项)?)\s*(?:显然|无疑|当然|肯定|还是|仍然?|应该?|应当|就|只能|只有)*
        \s*[是为选:=|]+\s*(?:选项)?
    | (?:答案|结论|结果|选择|选项|答)\]?\s*[:=]*\s*(?:选项)?
    | (?<![不没未别勿可能首挑误错])(?:应|故|当|该|须|要|我|就|只能|本题|此题)?选(?:择|项?[是为:])?\s*(?:了|的是)?\s*:?\s*(?:选项)?
    | (?:而是|所以是?|因此是?|故为?|应为|应是|应该是|即为?|只有|剩下|正确的是|符合的是)\s*:?\s*(?:选项|选)?
    )[{_OPEN}]*\Z""",
    re.IGNORECASE | re.VERBOSE,
)
_OTHER_ANSWER = re.compile(
    r"\b(?:wrong|incorrect|least|unlikely|worst|trap|tempting|distract\w+|common|popular|other|second|alternative"
    r"|eliminated|first|previous|obvious|initial|opposite|expected|given|original|best|naive|students?|people|some)"
    r"[\s-]+(?:likely |plausible |best )?(?:answers?|options?|choices?|pick|guess)\b"
    r"|(?:错误|干扰|其他|其它|最不|迷惑|排除|首先|不正确|常见|一般人?|有人)的?[^,。]{0,4}(?:答案|选项|选)",
    re.IGNORECASE,
)
_BEST_ANSWER = re.compile(r"\bbest[\s-]+(?:answers?|options?|choices?)\b", re.IGNORECASE)
_SAYS_AFTER = re.compile(
    r"(?:\s*\([^()\n]{1,80}\))?\s+(?:is|are|must|has|was)(?: to)?(?: be)?\s+(?:(?:clearly|therefore|thus|definitely|indeed"
    r"|obviously|certainly|actually)\s+)?(?:the\s+)?(?:only\s+|most\s+|one\s+that\s+is\s+)?"
    r"(?:correct|right|best|accurate|answer|(?:plausible|likely|appropriate|suitable|fitting|logical|reasonable"
    r"|consistent|supported|probable)\s+(?:answer|option|choice|one|match))\b|\s+(?:fits?|matches)\s+(?:best|the text)\b|\s+it\s+is(?=\s*[.!,\n]|\s*\Z)"
    r"|\s*[项选]*(?:才?[是为])?(?:唯一)?(?:正确|对的|符合)|\s*[项选]*(?:才?[是为])(?:本题)?(?:的)?(?:答案|最佳)"
)
_SEEMS_AFTER = re.compile(
    r"\s+(?:seems?|appears?|looks?|sounds?)(?: to)?(?: be)?\s+(?:the\s+)?(?:most\s+)?"
    r"(?:correct|right|best|accurate|likely|plausible)\b|\s*[项选]*(?:看起来|似乎|像是)"
)
_SINGULAR = re.compile(r"\s+(?:is|was|must|has)\b")
_NEGATED = re.compile(
    r"\b(?:not|never|cannot|doubt|deny|unlikely|hardly|nor|neither|without (?:saying|claiming))\b(?! only| just)|n['’]t\b"
    r"|\b(?:you|they|he|she|one|who|readers?|people|some|many|someone|students?|author|critics?|us)\b[^.;]{0,30}"
    r"\b(?:think|believe|argue|claim|suppose|say|assume|guess|expect)|不认为|不可能|不会|并非|怀疑|否认|未必",
    re.IGNORECASE,
)
_DENIES_NEXT = re.compile(
    r"\b(?:nor|neither|not|no)\s+(?:option\s+|choice\s+)?[\"'(\[]*\Z|(?:并非|不是)(?:选项)?\Z", re.I
)
_RESTATES = re.compile(
    r"(?<!correct )(?<!right )(?<!best )(?<!true )(?<!following )\b(?:options|choices|candidates)\b[^.]{0,30}(?:\bare\b|:)",
    re.I,
)
_TAKEN_BACK = re.compile(
    r"\s*[项选]*(?:的话|[是为]?不|[是为]?错|有误|提到|说|中|虽|看似)|\s*\?|\s+(?:is|was) (?:wrong|incorrect|not)\b"
)
_MENTIONED = re.compile(
    r"\b(?:between|among|amongst|of|from|out of|comparing|compare|unlike|neither|not|than|over|versus|vs\.?|both|either"
    r"|whether|options?|choices?|candidates?|eliminate[ds]?|eliminating|exclude[ds]?|rule out|rejected?|rejecting|considered)"
    rf"(?:\s+(?:options?|choices?|the|answers?))*[{_OPEN}:]*\Z|(?:在|从|排除|比较|对比|除了|相比)(?:选项)?[{_OPEN}]*\Z",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"(?:n['’]t|\bnot|\bnever|\bcannot) (?:think|believe|say|mean|conclude|see|certain|sure)"
    r"|\b(?:if|whether|unless|suppos\w+|assum\w+|doubt|might|could|may|perhaps|maybe|tempted|initially|some|people"
    r"|readers?|first glance|at first)\b"
    r"|不(?:应该?|该|会|能|可|宜|要|应当)?选|没有?选|[别勿]选"
    r"|如果|假如|假设|若|是否|并非|不是|不认为|不确定|可能|也许|或许|看似|有人|容易|初看|乍看|起初|一开始|很多人",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(
    r"\b(?:therefore|thus|hence|so|final|finally|conclusion|conclude|overall|boxed|in short|in summary|to sum up|answer:)\b"
    r"|\b(?:answer|ans)\s*[:=]|综上|因此|所以|故|最终|总之|最后|答案\]?\s*:|结论",
    re.IGNORECASE,
)
_CLAUSE_ENDS = re.compile(
    r"\.\s|[!?;。\n]|[,，]\s*(?=but\b|so\b|the\b|then\b|it\b|I\b|my\b|thus\b|hence\b|therefore\b|所以|因此|故|我|但|答案|正确|应|而是)"
)
_SENTENCE_ENDS = re.compile(r"\s*[.!。]?\s*(?:\Z|\n)")
_MAY_END_IN_LETTER = re.compile(
    r"(?:\b(?:is|be|was|option|choice|answer|letter|it['’]s|\w+ly)|[,:;—–=-]|是|为|选|项|即|\A)\s*[\"'(\[]*\s*\Z",
    re.IGNORECASE,
)
_DOUBTS = re.compile(
    r"\b(?:either|or|except|plan|but not|wrong|incorrect|unlike|rather than|instead of|versus|doubtful)\b|不|非|没|除|错",
    re.IGNORECASE,
)
_QUOTED_SENTENCE = re.compile(r'"[^"\n]{0,150}[?!.]"')
_NOTHING_YET = re.compile(
    rf"[{_OPEN}._…:>|*-]*+(?:it(?:['’]s|\s+is)\s+|答\s*:\s*|(?:sure|ok|okay|yes|certainly|of course|好的|是的)[\s,.!:,。]+)?"
    rf"(?:(?:the\s+)?(?:letter|option|answer|choice|选项)\s*+)?[{_OPEN}:.]*+",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"\s*(?:\Z|\n|[.!),;、。|]|[-–—=]\s|:\s*\S|\()|[项选]|因为|\s+(?:because|since|as|it is)\b",
    re.IGNORECASE,
)
_OPTION_LINE = re.compile(
    r"\s*(?:[-•·>]\s+|\d+[.)]\s+)?[(\[]?(?P<letter>[A-Za-z])[)\]]?"
    r"(?:[.)、]?\s*|(?P<colon>[.)、:])\s*(?P<text>\S.*)?\s*)"
)
_NAMES_TEXT = re.compile(
    r"(?:\b(?:answers?|option|choice)\b[^.!?\n]{0,40}?(?:\b(?:is|are)\b|:)|答案(?:应该?|就)?(?:是|为|:)+|故?选:?)\s*"
    r"([^\n]+)",
    re.IGNORECASE,
)

_CORRECT_ANSWER = re.compile(
    r"(?<!\s)\s+is\s+the\s+(?:only\s+)?(?:correct|right|best)\s+(?:answer|option|choice)\s*(?:[.!]|\n|\Z)",
    re.IGNORECASE,
)
_LETTER_BEHIND = re.compile(
    r"\s*[(\[]\s*(?:option\s+|选项)?(?P<letter>[A-Za-z])\s*[)\]]\s*[.。!]?\s*\Z", re.I
)


@dataclass(frozen=True, slots=True)
class OptionClaim:
    """Options said to be the answer, from character `at`; `opens`: the reply begins with them,
    `concludes`: they are drawn as a conclusion; `weak`: they only seem right; `either`: the reply
    leaves open which of them.
    """

    at: int
    letters: frozenset[str]
    opens: bool = False
    concludes: bool = False
    weak: bool = False
    either: bool = False


class LetterTextMismatch(ValueError):
    """The letter of one option stands with the text of another: trusting either is a guess."""


class UndecidedVerdicts(ValueError):
    """A verdict for each option, and they call none right, or several."""


class TooManyLetters(ValueError):
    """No answer has so many letters of options."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """Letters of options, standing as letters; `certain` wherever they stand."""

    letters: str
    start: int
    end: int
    certain: bool


def option_claims(text: str, choice: Mapping[str, str], *, multi: bool) -> tuple[OptionClaim, ...]:
    """In the order of the text. Raises LetterTextMismatch and TooManyLetters."""
    marks = list(islice(_marks(text, choice, multi=multi), _MOST_MARKS + 1))
    if len(marks) > _MOST_MARKS:
        raise TooManyLetters(f"more than {_MOST_MARKS} letters")
    lines = _lines(text, choice)
    verdicts = option_verdicts(text, choice)
    said = _said(text, marks, multi=multi)
    found = [*said, *(() if verdicts else _leading(text, marks, choice))]
    if len(lines) > 1:
        # Each is one of a list.
        found = [claim for claim in found if claim.at not in lines.values()]
    if len(lines) == 1 or (multi and len(lines) < len(choice)):
        found += [OptionClaim(min(lines.values()), frozenset(lines))] if lines else []
    if verdicts:
        found = _settled_by(verdicts, found, multi=multi)
    if any(not claim.weak for claim in found):
        found = [claim for claim in found if not claim.weak]
    found = found or _by_text(text, choice) or ([] if multi else _called_correct(text, choice))
    return tuple(sorted(found, key=lambda claim: claim.at))


def _settled_by(
    verdicts: OptionVerdicts, said: list[OptionClaim], *, multi: bool
) -> list[OptionClaim]:
    """What a reply chooses that gives each option a verdict: what it says besides, else those it
    calls right.
    """
    outside = [claim for claim in said if claim.concludes or claim.at >= verdicts.end]
    if outside:
        return outside
    right, contradicted = verdicts.right, verdicts.right & verdicts.wrong
    if not right or contradicted or (len(right) > 1 and not multi):
        named = {claim.letters for claim in said}
        if len(named) == 1 and not contradicted and not right:
            return said
        raise UndecidedVerdicts(f"right: {sorted(right)}, wrong: {sorted(verdicts.wrong)}")
    return [OptionClaim(verdicts.start, right)]


def _marks(text: str, choice: Mapping[str, str], *, multi: bool) -> Iterator[_Mark]:
    for match in _LETTER.finditer(text):
        said = match["letters"]
        letters = said.lower()
        if not set(letters) <= set(choice) or len(set(letters)) < len(letters):
            continue
        if len(letters) > 1 and not multi:
            continue
        certain = (
            (said.isupper() and said not in "AI")
            or ")" in match["close"]
            or _SAYS_AFTER.match(text, match.end()) is not None
            or _ENDS.match(text, match.end()) is not None
        )
        yield _Mark(letters, match.start("letters"), match.end(), certain)


def _leading(text: str, marks: Sequence[_Mark], choice: Mapping[str, str]) -> Iterator[OptionClaim]:
    """The reply begins with its answer: "B. Snowfield", "(C), as ...", "D" and its reasons."""
    if not marks or not _NOTHING_YET.fullmatch(text, 0, marks[0].start):
        return
    first = marks[0]
    quoted = text[first.start + len(first.letters) : first.end].strip() != ""
    if not (quoted or _LEADS.match(text, first.end) or _own_text(text, first, choice)):
        return
    letters, end = _listed(text, marks, 0)
    if _GOES_ON.match(text, end) and not _SAYS_AFTER.match(text, end):
        return
    if _TAKEN_BACK.match(text, end) or _only_repeats(text, marks, choice):
        return
    if _is_subject(text, marks, end, several=len(letters) > 1):
        return
    if len(letters) == 1:
        _require_own_text(text[end:], min(letters), choice)
    either = len(letters) > 1 and _OR.search(text, first.start, end) is not None
    yield OptionClaim(first.start, letters, opens=True, either=either)


def _is_subject(text: str, marks: Sequence[_Mark], end: int, *, several: bool) -> bool:
    """The letters are what the next one's verb is about: "A, C and D are wrong"."""
    following = next((mark for mark in marks if mark.start >= end), None)
    if following is None or not _AND.fullmatch(text, end, following.start):
        return False
    joined = several or text[end : following.start].strip() not in (",", ";")
    return joined and _GOES_ON.match(text, following.end) is not None


def _only_repeats(text: str, marks: Sequence[_Mark], choice: Mapping[str, str]) -> bool:
    """The reply begins with the options as they were given: "A) a lamp B) a rope ... Answer: B"."""
    own = 0
    for mark in marks[: 3 * len(choice)]:
        option = choice.get(mark.letters, "")
        rest = text[mark.end : mark.end + len(option) + 8].lstrip(" .):、,:")
        own += bool(option) and folded(rest[: len(option)]) == folded(option)
    return own > 2 or (own == len(choice) == 2)


def _own_text(text: str, mark: _Mark, choice: Mapping[str, str]) -> bool:
    """The letter stands with its own option's text: "B 李四"."""
    line = text[mark.end :].split("\n", 1)[0]
    return line[:1].isspace() and folded(line) == folded(choice.get(mark.letters, ""))


def _lines(text: str, choice: Mapping[str, str]) -> dict[str, int]:
    """Letters of the lines that are a letter alone or an option as it was given, and where they
    stand. All of them together may be no more than the options said again.
    """
    found: dict[str, int] = {}
    at = 0
    for line in text.splitlines(keepends=True):
        match = _OPTION_LINE.fullmatch(line)
        letter = match["letter"].lower() if match else ""
        if match and letter in choice:
            own = match["text"] is not None and folded(match["text"]) == folded(choice[letter])
            if own or not (match["text"] or match["colon"]):
                found.setdefault(letter, at + match.start("letter"))
        at += len(line)
    return found


def _said(text: str, marks: Sequence[_Mark], *, multi: bool) -> list[OptionClaim]:
    """Sentences that choose: "the answer is B", "故选 B", "A is the correct answer"."""
    found: list[OptionClaim] = []
    end = 0
    for number, mark in enumerate(marks):
        if not mark.certain or mark.start < end:
            continue
        letters, listed_to = _listed(text, marks, number)
        before = text[max(0, mark.start - _WINDOW) : mark.start]
        before = _MANY_SPACES.sub(_fewer, before)
        before = _QUOTED_SENTENCE.sub('""', before)
        cue = _last_cue(before)
        after = _SAYS_AFTER.match(text, listed_to)
        seems = None if cue or after else _SEEMS_AFTER.match(text, listed_to)
        if not (cue or after or seems) or _TAKEN_BACK.match(text, listed_to):
            continue
        if cue and _is_of_another(before, cue.start()):
            continue
        to = cue.start() if cue else len(before)
        ends = [found.end() for found in _CLAUSE_ENDS.finditer(before) if found.end() <= to]
        clause = before[ends[-1] if ends else 0 :]
        if _UNSURE.search(clause) or _denied(before, clause, cue):
            continue
        if cue and not multi and _RESTATES.match(before, cue.start()):
            continue
        mentioned = not cue and len(letters) > 1 and _MENTIONED.search(before)
        if mentioned and _SINGULAR.match(text, listed_to):
            continue
        concludes = _CONCLUDES.search(clause) is not None
        either = len(letters) > 1 and _OR.search(text, mark.start, listed_to) is not None
        found.append(
            OptionClaim(
                mark.start, letters, concludes=concludes, weak=seems is not None, either=either
            )
        )
        end = listed_to
    return found


def _denied(before: str, clause: str, cue: re.Match[str] | None) -> bool:
    """The sentence says that the letter is not the answer, or that somebody else takes it for it."""
    if cue is None:
        return _DENIES_NEXT.search(before) is not None
    lead = clause[: max(0, len(clause) - (len(before) - cue.start()))]
    return _NEGATED.search(lead) is not None or _NEGATED.search(cue[0]) is not None


def only_letter(text: str, choice: Mapping[str, str], *, multi: bool) -> str | None:
    """The one option whose letter stands in a reply that says nothing else for or against any: at
    the end of a sentence without a doubt or denial, as in "Definitely B."
    """
    marks = list(islice(_marks(text, choice, multi=multi), _MOST_MARKS))
    certain = [mark for mark in marks if mark.certain and len(mark.letters) == 1]
    if len({mark.letters for mark in certain}) != 1:
        return None
    last = certain[-1]
    ends = _SENTENCE_ENDS.match(text, last.end)
    own = text[last.end :].strip(" ().,:;-–—。").casefold() == folded(choice[last.letters])
    before = re.split(r"[.!?。;\n]", text[max(0, last.start - _WINDOW) : last.start])[-1]
    if not (ends or own) or not _MAY_END_IN_LETTER.search(before):
        return None
    if _NEGATED.search(before) or _UNSURE.search(before) or _OTHER_ANSWER.search(before):
        return None
    return None if _DOUBTS.search(before) else last.letters


def _last_cue(before: str) -> re.Match[str] | None:
    """The nearest words that choose: an earlier sentence that does is not about this letter."""
    cue = _SAYS_BEFORE.search(before)
    while cue and (nearer := _SAYS_BEFORE.search(before, cue.start() + 1)):
        cue = nearer
    return cue


def _is_of_another(before: str, cue: int) -> bool:
    """Whether the sentence is about the wrong, the tempting, the first answer; the best one is the
    answer.
    """
    around = _BEST_ANSWER.sub(_masked, before[max(0, cue - 30) :])
    start = min(cue, 30)
    return any(found.end() > start for found in _OTHER_ANSWER.finditer(around))


def _masked(found: re.Match[str]) -> str:
    return "-" * len(found[0])


def _fewer(spaces: re.Match[str]) -> str:
    return "\n" if "\n" in spaces[0] else " "


def _listed(text: str, marks: Sequence[_Mark], number: int) -> tuple[frozenset[str], int]:
    """The letters joined to mark `number` by commas or "and", and where they end.

    The list ends before a letter that it has already, or that has a sentence of its own ("Among A
    and C, B is right").
    """
    letters, end = set(marks[number].letters), marks[number].end
    for following in marks[number + 1 : number + 1 + _LONGEST_LIST]:
        between = _AND.fullmatch(text, end, following.start)
        if not between or not following.certain or letters & set(following.letters):
            break
        judged = _SAYS_AFTER.match(text, following.end)
        if _GOES_ON.match(text, following.end) and not judged:
            break
        alone = judged and _SINGULAR.match(text, following.end)
        if alone and text[end : following.start].strip(" \"')]”’([") in (",", ";"):
            break
        letters |= set(following.letters)
        end = following.end
    return frozenset(letters), end


def _require_own_text(rest: str, letter: str, choice: Mapping[str, str]) -> None:
    line = rest.lstrip(" .),:;、。(=|-–—").split("\n", 1)[0]
    options = distinct_options(choice)
    for said in (line, re.split(r"[.。]\s|\)", line, maxsplit=1)[0]):
        if options.get(folded(said), letter) != letter:
            raise LetterTextMismatch(f"{letter} stands with the text of {options[folded(said)]}")


def _by_text(text: str, choice: Mapping[str, str]) -> list[OptionClaim]:
    """Where no letter is named: "the answer is Snowfield"."""
    options = distinct_options(choice)
    found = []
    for match in _NAMES_TEXT.finditer(text):
        line = match[1]
        line = line.strip(" *\"'“”")
        for said in (line, re.split(r"[.。]\s|[,,。]|\s[-–—]\s|\s*\(", line, maxsplit=1)[0]):
            if letter := options.get(folded(said)):
                found.append(OptionClaim(match.start(), frozenset(letter)))
                break
    return found


def _called_correct(text: str, choice: Mapping[str, str]) -> list[OptionClaim]:
    """A clause that is nothing but one option's text "is the correct answer"."""
    found = []
    for match in _CORRECT_ANSWER.finditer(text):
        sentence = text[max(0, match.start() - _WINDOW) : match.start()]
        sentence = re.split(r"[.!?。]\s|\n", sentence)[-1]
        said = _folded_end(sentence)
        named = [
            letter
            for option, letter in distinct_options(choice).items()
            if re.search(rf"(?:\A|[,;:]\s*){re.escape(option)}\Z", said)
        ]
        ends = [option for option in map(folded, choice.values()) if said.endswith(option)]
        if len(ends) > 1:
            raise LetterTextMismatch(f"{ends} end alike")
        if named and not _UNSURE.search(sentence):
            found.append(OptionClaim(match.start(), frozenset(named)))
    return found


def _folded_end(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip("\"'”’")
