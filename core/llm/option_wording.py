"""The words in which replies choose an option by its letter: patterns alone.

The text is NFKC and free of markup (core.llm.reply_markup). "Before" patterns are searched in what
stands before a letter and end at it; "after" patterns begin right behind it. Words that do not
choose are in core.llm.option_doubts.
"""

import re

from core.text.language.scripts import HAN

MOST_MARKS = 1_000
"""Letters of options in a reply that is read; the longest chain of thought has a few hundred."""
OPEN, CLOSE = "\\s\"'“‘「『(\\[{", "\"'”’」』)\\]}"
LETTER = re.compile(
    rf"(?<![A-Za-z0-9])(?P<bracket>[(\[]\s*)?(?P<letters>[A-Za-z]|[A-Z]{{2,}})"
    rf"(?![A-Za-z0-9_]|['’][A-Za-z]|\.[A-Z]\.)(?P<close>[{CLOSE}]*)"
)
ENDS = re.compile(
    rf"\s*(?:[.,;:!?。,、;<|=]|\Z|\n|[{HAN}])|\s+[-–—(]|\s+(?:because|since|as|and|or|but|for)\b"
)
AND = re.compile(
    rf"""[{CLOSE}]*(?:选?项)?\s*
        (?:[,、;/&+|](?:\s*(?:and|or)\b)?|\b(?:and|or|as\ well\ as|along\ with|together\ with)\b
          |\bplus\b|以及|及|或者?|还是|[和与跟]|(?<=[)\]])(?=\s*[(\[]))
        [{OPEN}]*(?:(?:option|choice|选项)\s*)?[(\[]?""",
    re.VERBOSE,
)
OR = re.compile(r"\bor\b|或", re.IGNORECASE)
FILLER = (
    r"(?:(?:therefore|thus|still|clearly|likely|probably|most|definitely|simply|option|choice"
    r"|indeed"
    r"|letter|answer|obviously|certainly|undoubtedly|actually|the|is|only|of course|going"
    r"|with|both)[\s,:]+)*"
)
MANY_SPACES = re.compile(r"\s{5,}")
"""More than anybody means by them; what is looked for behind them is tried in many ways."""
_SOURCE = r"(?:text|passage|story|author|narrator|chapter|excerpt|novel|evidence)"
SAYS_BEFORE = re.compile(
    rf"""(?:
      \b(?:answers?|options?|choices?|match|selection|pick|ans|verdict|guess|key|best\ \w+)\b
      [^.!?\n]{{0,80}}?
        (?:\b(?:is|are|(?:would|should|must|can\ only|ought\ to|will)\ (?:have\ to\ )?be
          |has\ (?:got\ )?to\ be|being|was|remains)\b|[:=|]|[-–—]>?\s) \s*{FILLER}
    | \A\W*answer\s*[-–—]?\s*
    | (?:\A|\n)\s*(?:final|solution|result|response|selected|correct|conclusion|output|letter|choose
        |select|pick|chosen|answer|ans)[\s.]*[:=|-]?\s*{FILLER}
    | \b(?:final|solution|result|selected|conclusion|output|chosen|decision)\s*[:=]\s*{FILLER}
    | \b(?:I|we)(?:['’](?:d|ll|m|re|ve)|\ would|\ will|\ must|\ am|\ are|\ have\ to|\ can
      |\ should)?\s+
        (?:therefore\s+|thus\s+|hereby\s+)?
        (?:choos(?:e|ing)|chose|chosen|pick(?:ed|ing)?|select(?:ed|ing)?|go(?:ing)?\ (?:with|for)
          |answer(?:ed)?
          |say|conclude(?:\ with)?
           |settle\ (?:on|for)|opt\ for|think\ it(?:['’]s|\ is)|believe\ it(?:['’]s
             |\ is))\s*:?\s*{FILLER}
    | \b(?:makes?\ (?:it\ )?clear|shows?|confirms?|indicates?|suggests?|proves?|means?
        |establish(?:es)?)(?:\ that)?\s*,?\ (?:it(?:['’]s|\ is|\ was|\ must\ be))\s+{FILLER}
    | \b{_SOURCE}\b[^.;!?\n]{{0,30}}?\ (?:backs?|proves?|gives?|names?|says?|means?|implies|yields?
        |settles?\ on|leads?\ (?:me\ |us\ )?to|points?\ (?:at|towards?))\s+{FILLER}
    | \b(?:makes?\ it|(?:comes?|boils?|narrows?)\ (?:it\ |this\ )?down\ to
        |ends?\ (?:up\ )?(?:with|on|at)
        |(?:change[sd]?|switch(?:ed|es)?|revised?)\ (?:(?:that|it|this|my\ answer)\ )?to
        |changing\ (?:that|it|this|my\ answer)\ to|switching\ to)\s+{FILLER}
    | (?:\A|[.;\n]\s*|\bthe\s+)(?:yes|right|true|correct)
        (?:\ (?:ones?|options?|answers?|choices?))?\s*:\s*
    | \bnot\s+(?:option\s+)?\(?[A-Z]\)?,?\s+but\s+(?:rather\s+)?{FILLER}
    | 不是(?:选项)?\(?[A-Z]\)?[项选]*,?而?是(?:选项)?
    | (?:[,;]|\bbut|\brather|\binstead)\s*(?:it(?:['’]s|\ is)|rather|instead)\s+{FILLER}
    | \bthe\ (?:two|three|ones?|only\ (?:one|ones|option|choice))\b[^.,;!?\n]{{0,50}}?
        \ (?:is|are)\s+{FILLER}
    | \b(?:going|go|let['’]s\ go)\ with\s+{FILLER}
    | \b(?:leaves?|leaving|points?\ to|supports?|favou?rs|corresponds?\ to|matches|which\ is
      |must\ be|has\ to\ be
      |should\ be)
        (?:\ us\ with|\ only|\ me\ with)?\s+(?:just\s+|only\s+)?{FILLER}
    | \b(?:therefore|thus|hence|so(?!\ (?:is|are|do|does|was)\b))\b[,:]?\s*(?:it(?:['’]s
      |\ is)\s+)?{FILLER}
    | (?:\A|[.;:,\n…])\s*(?:it|this|that)(?:['’]s|\ is|\ would\ be|\ must\ be)\s+{FILLER}
    | (?:\A|[.,;\n…])\s*(?:no\ wait|wait|actually|no(?!:)|correction|rather|sorry)[,:]?\s+
        (?:it(?:['’]s|\ is)\s+)?{FILLER}
    | \bI\ meant?\s+{FILLER}
    | \AA\s*:\s*
    | \b(?:answer|submit|final_answer|select|choose)\(\s*
    | \\boxed\s*\{{\s*(?:\\text\s*\{{)?
    | (?:答案\]?|(?:正确|最佳|合适|对应|所选|符合(?:题意|原文)?|最终)的?
        (?:选项|选择|一项|项)?)\s*(?:显然
        |无疑|当然|肯定|还是|仍然?|应该?|应当|就|只能|只有)*
        \s*[是为选:=|]+\s*(?:选项)?
    | (?:答案|结论|结果|选择|选项|答)\]?\s*[:=]*\s*(?:选项)?
    | (?<![不没未别勿可能首挑误错])(?:应|故|当|该|须|要|我|就|只能|本题|此题)?
        选(?:择|项?[是为:])?\s*(?:了|的是)?\s*:?\s*(?:选项)?
    | (?:而是|倾向于?|偏向于?|支持|所以是?|因此是?|故为?|即为?|当属|首推|换成|改[选为成]
        |答案[^,。;\n]{{0,8}}(?:锁定|选定|敲定|认定|确定|判定|归结|指向|只能|必然)[是为在于]?
        |(?:锁定|敲定|确定|判定|归结|指向|断定)[是为]?
        |(?:可能性?最大的|最(?:可能|合适|恰当|符合|贴切|接近)的?|看应该?|剩下的|确认)[是为]
        |(?:只能|必然|必定|肯定|一定|当然|无疑|那就|也就|就|应该?)[是为]
        |[只仅]剩下?的?[是为]?|剩下|只有|(?:正确|符合|对)的?(?:选项|答案)?(?:是|有|包括|为)+)
        \s*:?\s*(?:选项|选)?
    )[{OPEN}]*\Z""",
    re.IGNORECASE | re.VERBOSE,
)
SAYS_AFTER = re.compile(
    rf"""(?:\s*\([^()\n]{{1,80}}\))?\s+(?:is|are|must|has|was)(?:\ to)?(?:\ be)?\s+
        (?:(?:all|both|clearly|therefore|thus|definitely|indeed|obviously|certainly|actually)\s+)?
        (?:the\s+)?(?:only\s+|most\s+|one\s+that\s+is\s+)?
        (?:correct|right|best|accurate|answer|(?:option|choice|one)\s+that\b
          |(?:supported|confirmed|backed(?:\ up)?|borne\ out|consistent)\s+(?:by|with)
          |(?:plausible|likely|appropriate|suitable|fitting|logical|reasonable|consistent|supported
            |probable)\s+(?:answer|option|choice|one|match))\b
      | \s+(?:fits?|matches)\s+(?:best|the\ text)\b
      | \s+it\s+is(?=\s*[.!,\n]|\s*\Z)
      | \s+(?:(?:still|clearly|alone|best|then|thus)\s+)?
        (?:holds?(?:\s+(?:up|true|water|good))?|stands?|survives?|is\s+left|takes\s+it|wins\s+out
          |(?:gets|has)\s+my\s+vote|comes\s+out\s+on\s+top|carries\s+the\s+day|it\s+has\s+to\s+be
          |remains?|fits?|works?|wins?|applies|prevails|checks\s+out|all\s+the\s+way|for\s+sure|hands\s+down|(?:is|was)\s+(?:it|true))
        (?=\s*[.!;\n]|\s*\Z)
      | \s+is\s+the\s+(?:one|option|choice)\s+(?:(?:that|which)\s+)?
        (?:(?:is\s+)?(?:right|correct|true)\b|the\s+{_SOURCE}\b|fits|matches|holds|works|applies
          |agrees|I(?:['’]d|\s+would)?\s+(?:choose|pick|select|go))
      | \s+is\s+(?:my|our)\s+(?:final\s+|best\s+)?(?:answer|choice|pick|vote|selection|guess)\b
      | \s+pass(?:es)?(?=\s*[.!;\n]|\s*\Z)
      | \s+is\s+what\s+(?:he|she|they|[A-Z][a-z]+)\s+\w+(?=\s*[.!;,\n]|\s*\Z)
      | \s+is\s+what\s+(?:the|this)\s+{_SOURCE}\s+(?:says|states|tells|describes|shows|supports)
      | \s*[项选]*(?:[两三四]项)?
        (?:莫属|一票|吧(?=[,.。!\s]|\Z)|更(?:准确|贴切|恰当|合适|合理|符合|接近|可信|可靠|正确|好)
          |[均都皆全]?(?:才?[是为])?(?:唯一)?
          (?:正确|正解|对的|对(?=[,.。;!\s]|\Z)|符合|成立|可取|无误|没错|吻合|胜出|可信
            |最(?:佳|好|对|准确|贴切|恰当|合适|合理|符合|接近|吻合|可信|可靠))
          |与(?:原文|文意|文中|题意)[^,。;]{{0,8}}(?<!不)(?:相符|一致|吻合|符合)
          |(?:才?[是为])(?:本题)?(?:的)?(?:答案|最佳))""",
    re.VERBOSE,
)
SEEMS_AFTER = re.compile(
    r"\s+(?:seems?|appears?|looks?|sounds?)(?: to)?(?: be)?\s+(?:the\s+)?(?:most\s+)?"
    r"(?:correct|right|best|accurate|likely|plausible)\b|\s*[项选]*(?:看起来|似乎|像是)最?(?:正确|对|符合)"
)
SINGULAR = re.compile(r"\s+(?:is|was|must|has)\b")
CONCLUDES = re.compile(
    r"\b(?:therefore|thus|hence|so|final|finally|conclusion|conclude|overall|boxed|in short"
    r"|in summary|to sum up|answer:)\b"
    r"|\b(?:answer|ans)\s*[:=]|综上|因此|所以|故|最终|总之|最后|答案\]?\s*:|结论",
    re.IGNORECASE,
)
CLAUSE_ENDS = re.compile(
    r"\.\s|[!?;。\n]|[,，]\s*(?=(?:but|so|which|yet|however|leaving|the|then|it|I|my|thus|hence"
    r"|therefore)\b|所以|因此|故|我|但|只剩|仅剩|剩下|细看|其实|最|答案|正确|应|而是|改|换|后来)"
)
ASKED_AND_ANSWERED = re.compile(r"A\s*:\s")
"""Not option A, but the A of question and answer."""
NAMES_OPTION = re.compile(r"\s*[:=]\s*\S")
SENTENCE_ENDS = re.compile(r"\s*(?:[.!。]\s*)?(?:\Z|\n)")
MAY_END_IN_LETTER = re.compile(
    r"(?:\b(?:is|be|was|option|choice|answer|letter|it['’]s|\w+ly|vote|on|for|in|with|to|say|choose"
    r"|pick|select|take|towards?|favou?r)|[,:;—–=>→⇒-]|是|为|选|项|即|投|站|\A)\s*[\"'(\[]*\s*\Z",
    re.IGNORECASE,
)
SHORT_CUE = re.compile(
    r"[.;,…\s]*(?:(?:it|this|that)(?:['’]s| is| would be| must be)|no wait|wait|actually|no"
    r"|correction|I meant?|rather|sorry|A\s*:)",
    re.IGNORECASE,
)
SHORT_CUE_ENDS = re.compile(r"\s*(?:[.,;(!。]|\Z|\n|[-–—]\s)")
"""Words that choose only where nothing but the letter, or its text, comes after them."""
NOTHING_YET = re.compile(
    rf"[{OPEN}._…:>|*-]*+(?:it(?:['’]s|\s+is)\s+|答\s*:\s*|(?:sure|ok|okay|yes|certainly"
    rf"|of course|好的|是的)[\s,.!:,。]+)?"
    rf"(?:(?:both|all of)\s+)?(?:(?:the\s+)?(?:letter|option|answer|choice|选项)\s*+)?[{OPEN}:.]*+",
    re.IGNORECASE,
)
LEADS = re.compile(
    r"\s*(?:\Z|\n|[.!),;、。|]|[-–—=]\s|:\s*\S|\()|\s+(?:because|since|as|it is)\b"
    r"|选?项?(?=\s*[,.。:;、(!]|\s*\Z|因为|吧)",
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
"""All options, named by the first and the last of them."""
ALL_BUT = re.compile(
    r"\b(?:all|every\w*|each)\b[^.;,\n]{0,40}?\b(?:except|but|apart from|other than|save)\b"
    r"(?: for)?[^.;,\n]{0,12}\Z|除了?(?:选项)?\Z",
    re.IGNORECASE,
)
ALL_BUT_ENDS = re.compile(
    r"\s*(?:\Z|[.!\n]|(?:is|are)\s+(?:correct|right|true|supported)\b)"
    r"|[项选]*(?:以外|之外|外)?,?[^,。;]{0,6}[都均全皆]是?(?:对|正确|符合|选|答案)"
)
LAST_SENTENCE = re.compile(r"(?:[.!。]\s*|\n\s*)[(\[\"']?\Z")
