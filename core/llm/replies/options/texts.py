"""Find options that a reply chooses by their text, without naming a letter."""

import re
from collections.abc import Mapping, Sequence

from core.llm.replies.options.clauses import is_doubted, is_plain, is_reported_or_supposed
from core.llm.replies.options.letters import LetterTextMismatch, distinct_options, folded
from core.llm.replies.options.marks import OptionClaim

_WINDOW = 160
"""Characters read before an option's text; a sentence that chooses is shorter."""

_NAMES_TEXT = re.compile(
    r"(?:\b(?:answers?|option|choice)\b(?P<gap>[^.!?\n]{0,40}?)"
    r"(?:\b(?:is|are|must be|has to be|can only be|should be)\b|:)"
    r"|答案?(?:应该?|应当|就|只能|必然|必定|一定|当然|显然)?(?:是|为|:)+|故?选:?)\s*(?P<said>[^\n]+)",
    re.IGNORECASE,
)
_SAID_BY = re.compile(r"[,\"”]\s*(?:says|said|claims|claimed|cries|cried|replies|replied)\b")
_CORRECT_ANSWER = re.compile(
    r"(?<!\s)\s+is\s+(?:the|my)\s+(?:only\s+)?(?:(?:correct|right|best|final)\s+)?(?:answer|option"
    r"|choice)\s*(?:[.!]|\n|\Z)",
    re.IGNORECASE,
)
_TEXT_IS_CHOSEN = re.compile(
    r"\A\W*(?:(?:so|therefore|thus|hence|then|well),?\s+)?(?:I (?:think|believe|guess|suppose"
    r"|would say|['’]d say),?\s+)?(?:that\s+)?(?:(?:it|that|this|he|she|they|what [^,.;]{1,60}?"
    r"|the (?:thing|object|item|one|answer|correct [^,.;]{1,30}?)\b[^,.;]{0,60}?)\s*"
    r"(?:['’]s|is|was|were|would be|must be|must have been|has to be|had to be))?\s*[\"'(“]*"
    r"(?:an?|the|some)?\s*\Z"
    r"|(?:\A|[,。;:]\s*)[^,。;:]{0,30}的[^,。;:]{0,6}(?:应该|就|应当|其实|当然)?[是为]"
    r"(?:[一这那][^\s,。]?)?[\"'(“]*\Z",
    re.IGNORECASE,
)
"""Words between a sentence's beginning and an option's text that make that text the answer."""
_TEXT_ENDS = re.compile(
    r"[\"'”)]*\s*(?:[.!。;]|\Z|\n|,\s*因为|\s+that\b"
    r"|,?\s+(?:I (?:think|believe|guess|suppose|would say)|because|since)\b)",
    re.IGNORECASE,
)
_TELLS_WHAT = re.compile(
    r"""\A\W*(?:he|she|they|it|the\ \w+|[A-Z]\w+)\s+(?:(?:only|just|really|actually)\s+)?
        (?!mention|sa(?:y|id)|describ|contain|refer|talk|sp[eo]ke?|th[io]|consider|s[ae][ew]|kn[eo]w
          |want|need|ask)
        \w+\s+(?:away\s+|off\s+|out\s+|up\s+|with\s+)*\Z
      | \A[^,。;:!?]{1,12}(?<![提说写讲述看到])[了着]\Z""",
    re.IGNORECASE | re.VERBOSE,
)
"""A short sentence of which the option's text is the object: "He took" a rope."""
_NOUN = re.compile(r"\b(?:an?|the|his|her|their)\s+\w[^.]{0,160}\Z", re.IGNORECASE)
"""A noun needed before "that": "It is true that ..." does not choose an option "true"."""
_SHORT = 100
_ARTICLE = re.compile(
    r"(?:(?:it|that|this)(?:['’]s| is| was)\s+)?(?:an?|the|some|her|his|their)\s+"
    r"|是?[一这那][个只根盏条本张把件位名座棵块片杯碗封支枝朵头匹辆艘间扇幅顶双对副串瓶盒袋种份]"
)
ARTICLE_BEFORE = re.compile(
    r"\b(?:an?|the|some|her|his|their)\s+\Z|[一这那][个只根盏条本张把件位名座棵块片杯碗封支枝朵头匹辆艘间扇幅顶双对副串瓶盒袋种份]\Z",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"[,;、/&+\n]|\band\b|以及|[和与及]")
_MOST_PARTS = 26


def named_options(answer: str, choice: Mapping[str, str]) -> frozenset[str]:
    """The options whose texts, articles aside, are all that the answer says; else empty."""
    options = bare_options(choice)
    if letter := options.get(bare_text(answer)):
        return frozenset(letter)
    parts = [part for part in _BETWEEN.split(answer, maxsplit=_MOST_PARTS) if part.strip()]
    letters = [options.get(bare_text(part), "") for part in parts]
    return frozenset(letters) if letters and all(letters) else frozenset()


def answers_by_text(text: str, choice: Mapping[str, str]) -> list[OptionClaim]:
    """The claims of sentences that call an option's text the answer: "the answer is Snowfield"."""
    options = bare_options(choice)
    claims = []
    for match in _NAMES_TEXT.finditer(text):
        if not is_plain(match["gap"] or "") or is_reported_or_supposed(text, match.start()):
            continue
        if _SAID_BY.search(match["said"]):
            continue
        line = match["said"].strip(" *\"'“”")
        for candidate in (
            line,
            re.split(r"[.。]\s|[,,。]|\s[-–—]\s|(?<!\s)\s*\(", line, maxsplit=1)[0],
        ):
            if letter := options.get(bare_text(candidate)):
                claims.append(OptionClaim(match.start(), frozenset(letter)))
                break
    return claims


def texts_called_correct(text: str, choice: Mapping[str, str]) -> list[OptionClaim]:
    """The claims of clauses that say that one option's text "is the correct answer".

    Raises LetterTextMismatch if the words before that end in the texts of several options.
    """
    claims = []
    for match in _CORRECT_ANSWER.finditer(text):
        sentence = text[max(0, match.start() - _WINDOW) : match.start()]
        sentence = re.split(r"[.!?。]\s|\n", sentence)[-1]
        ending = _folded_end(sentence)
        named = [
            letter
            for option, letter in distinct_options(choice).items()
            if re.search(rf"(?:\A|[,;:]\s*){re.escape(option)}\Z", ending)
        ]
        ends = [option for option in map(folded, choice.values()) if ending.endswith(option)]
        if len(ends) > 1:
            raise LetterTextMismatch(f"{ends} end alike")
        if named and not is_doubted(sentence):
            claims.append(OptionClaim(match.start(), frozenset(named)))
    return claims


def lone_text_claim(text: str, choice: Mapping[str, str]) -> list[OptionClaim]:
    """The claim of a sentence such as "it was a rope"; empty if the reply has another option's."""
    lowered = text.casefold()
    if len(lowered) != len(text):
        return []
    places = {
        letter: place
        for option, letter in bare_options(choice).items()
        if (place := _word_at(lowered, option))
    }
    if len(places) != 1:
        return []
    ((named, (start, end)),) = places.items()
    sentence = re.split(r"[.!?。;\n]", text[max(0, start - _WINDOW) : start])[-1]
    begins = not text[:start].strip(" \"'(“")
    chosen = begins or (sentence.strip() and _TEXT_IS_CHOSEN.search(sentence))
    if not chosen and len(text) <= _SHORT:
        chosen = _TELLS_WHAT.match(text[:start])
    ends = _TEXT_ENDS.match(text, end)
    if not chosen or not ends:
        return []
    if ends[0].endswith("that") and not _NOUN.search(f"{sentence}{text[start:end]}"):
        return []
    following = re.split(r"[.!。;\n]", text[end : end + _WINDOW])[0]
    if is_doubted(sentence) or "?" in following:
        return []
    return [OptionClaim(start, frozenset(named))]


def bare_options(choice: Mapping[str, str]) -> dict[str, str]:
    """Text -> letter: whole texts, and texts without their article if they still differ."""
    whole_texts = distinct_options(choice)
    bare: dict[str, Sequence[str]] = {}
    for option, letter in whole_texts.items():
        bare[bare_text(option)] = (*bare.get(bare_text(option), ()), letter)
    return {text: letters[0] for text, letters in bare.items() if len(letters) == 1} | whole_texts


def bare_text(text: str) -> str:
    """A text after `folded`, without its article: "The rope." is rope."""
    plain = folded(text)
    return plain[len(match[0]) :] if (match := _ARTICLE.match(plain)) else plain


def _word_at(lowered: str, option: str) -> tuple[int, int] | None:
    """Start and end of the option's text, where it is not part of a longer word; else None."""
    at = lowered.find(option)
    while at != -1:
        end = at + len(option)
        around = lowered[at - 1 : at] + option[:1], option[-1:] + lowered[end : end + 1]
        if not any(len(pair) == 2 and pair.isascii() and pair.isalnum() for pair in around):
            return at, end
        at = lowered.find(option, end)
    return None


def _folded_end(text: str) -> str:
    return " ".join(text.casefold().split()).strip("\"'“”‘’")
