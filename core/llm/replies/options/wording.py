"""Short patterns for letters of options and the lists they form, in text free of markup."""

import re

from core.text.language.scripts import HAN

MOST_MARKS = 1_000
"""Most letters of options in a reply that is read; the longest reasoning has a few hundred."""
OPEN, CLOSE = "\\s\"'“‘「『(\\[{", "\"'”’」』)\\]}"
LETTER = re.compile(
    rf"(?<![A-Za-z0-9])(?P<bracket>[(\[]\s*)?(?P<letters>[A-Za-z]|[A-Z]{{2,}})"
    rf"(?![A-Za-z0-9_]|['’][A-Za-z]|\.[A-Z]\.)(?P<close>[{CLOSE}]*)"
)
ENDS = re.compile(
    rf"\s*(?:[.,;:!?。,、;<|=]|\Z|\n|[{HAN}])|\s+[-–—]|\s*\(|\s+(?:because|since|as|and|or|but|for|plus)\b"
)
AND = re.compile(
    rf"""[{CLOSE}]*(?:选?项)?\s*
        (?:[,、;/&+|](?:\s*(?:and|or)\b)?|\b(?:and|or|as\ well\ as|along\ with|together\ with)\b
          |\bplus\b|以及|及|或者?|还是|[和与跟]|(?<=[)\]])(?=\s*[(\[]))
        [{OPEN}]*(?:(?:option|choice|选项)\s*)?[(\[]?""",
    re.VERBOSE,
)
OR = re.compile(r"\bor\b|或", re.IGNORECASE)
SINGULAR = re.compile(r"\s+(?:is|was|must|has)\b")
ASKED_AND_ANSWERED = re.compile(r"A\s*:\s")
"""The "A:" of question and answer, which is not option A."""
NAMES_OPTION = re.compile(r"\s*[:=]\s*\S")
NOTHING_YET = re.compile(
    rf"[{OPEN}._…:>|*-]*+(?:it(?:['’]s|\s+is)\s+|答\s*:\s*|(?:sure|ok|okay|yes|certainly"
    rf"|of course|好的|是的)[\s,.!:,。]+)?"
    rf"(?:(?:both|all of)\s+)?(?:(?:the\s+)?(?:letter|option|answer|choice|选项)\s*+)?[{OPEN}:.]*+",
    re.IGNORECASE,
)
OPTION_LINE = re.compile(
    r"\s*(?:[-•·>]\s+|\d+[.)]\s+)?[(\[]?(?P<letter>[A-Za-z])[)\]]?"
    r"(?:[.)、]?\s*|(?P<colon>[.)、:])\s*(?P<text>\S.*)?\s*)"
)
RANGE = re.compile(
    r"(?<!\w)(?:[A-Z]\s?[-–—~～]\s?[A-Z]|[a-z][-–—~～][a-z]"
    r"|[A-Z]\s*(?:to|through|至|到)\s*[A-Z])(?![\w'’])"
)
"""All options, named by the first and the last of them: "A-D"."""
_SAYS = (
    r"(?:says|said|replies|replied|shouts|shouted|cries|cried|whispers|whispered|exclaims"
    r"|declares|asks|asked)"
)
SPOKEN = re.compile(
    rf"""(?<!I\s)\b{_SAYS}[\s,:]{{1,3}}(?:["“](?:[^"“”\s]{{1,40}}\s){{1,40}}[^"“”\s]{{1,40}}["”])
        |(?<!的)(?:说|道|喊|问|答)[,:]?“[^”\n]{{3,150}}”
        |["“](?:[^"“”\s]{{1,40}}\s){{1,40}}[^"“”\s]{{1,40}}["”]\s?(?=(?:the\s\w+\s)?{_SAYS}\b)
        |“[^”\n]{{3,150}}”(?!我)(?=[^,。\n“”]{{1,6}}[说道喊][,。:])""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words of somebody in the story: "The captain replies, 'I choose C.'"."""
CONCEDED = re.compile(rf"[{CLOSE}]*[选项]{{0,2}}(?:虽|尽管)")
"""After an option that is conceded a point before another is chosen: "A虽有道理,但C更好"."""
ALL_BUT = re.compile(
    r"\b(?:all|every\w*|each)\b[^.;,\n]{0,40}?\b(?:except|but|apart from|other than|save)\b"
    r"(?: for)?[^.;,\n]{0,12}\Z|除了?(?:选项)?\Z",
    re.IGNORECASE,
)
ALL_BUT_ENDS = re.compile(
    r"\s*(?:\Z|[.!\n]|(?:is|are)\s+(?:correct|right|true|supported)\b)"
    r"|[项选]*(?:以外|之外|外)?,?[^,。;]{0,6}[都均全皆]是?(?:对|正确|符合|选|答案)"
)
VERB = re.compile(
    r"\s+(?:is|are|was|were|must|has|seems|appears|looks|fits|holds|stands|remains|wins|works"
    r"|accounts\s+for|explains|squares|satisfies|matches|meets)\b"
    r"|\s*[项选是最更才]"
)
"""Verbs after which a lower-case letter or an A may be an option's."""
