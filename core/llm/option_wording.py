"""The words in which replies choose an option, and those in which they do not: patterns alone.

The text is NFKC and free of markup (core.llm.reply_markup). "Before" patterns are searched in what
stands before a letter and end at it; "after" patterns begin right behind it.
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
    rf"[{CLOSE}]*(?:选?项)?\s*(?:[,、;/&+|](?:\s*(?:and|or)\b)?|\band\b|\bor\b|\b(?:as well as|along with|together with|plus)\b|以及|及|或者?|还是|[和与跟]"
    r"|(?<=[)\]])(?=\s*[(\[]))"
    rf"[{OPEN}]*(?:(?:option|choice|选项)\s*)?[(\[]?"
)
OR = re.compile(r"\bor\b|或", re.IGNORECASE)
GOES_ON = re.compile(
    r"\s+(?:is|are|was|were|being|does|do|did|has|have|says?|states?|claims?|looks?|seems?"
    r"|mentions?|talks?|speaks?|refers?|describes?|contradicts?|involves?|concerns?"
    r"|sounds?|would"
    r"|could|might|may|can)\b|\s*[项选]*(?:字|的(?!话|原因)|[均都皆全]?(?:不(?!选[A-Z])|错|[与和跟][^,。;]{1,10}(?:不|矛盾|相悖|冲突|无关)|可?以?被?排除)|则|虽|看似|看起来|似乎|好像|听起来|可能|也许)|[,.]?[\"”]\s*(?:,|said|he|she|cried|asked)"
)

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
    | \b(?:makes?\ (?:it\ )?clear|shows?|confirms?|indicates?|suggests?|proves?|means?|establish(?:es)?)
        (?:\ that)?\s*,?\ (?:it(?:['’]s|\ is|\ was|\ must\ be))\s+{FILLER}
    | \b{_SOURCE}\b[^.;!?\n]{{0,30}}?\ (?:backs?|proves?|gives?|names?|says?|means?|implies|yields?
        |settles?\ on|leads?\ (?:me\ |us\ )?to|points?\ (?:at|towards?))\s+{FILLER}
    | \b(?:makes?\ it|(?:comes?|boils?|narrows?)\ (?:it\ |this\ )?down\ to|ends?\ (?:up\ )?(?:with|on|at)
        |(?:change[sd]?|switch(?:ed|es)?|revised?)\ (?:(?:that|it|this|my\ answer)\ )?to
        |changing\ (?:that|it|this|my\ answer)\ to|switching\ to)\s+{FILLER}
    | (?:\A|[.;\n]\s*|\bthe\s+)(?:yes|right|true|correct)(?:\ (?:ones?|options?|answers?|choices?))?\s*:\s*
    | \bnot\s+(?:option\s+)?\(?[A-Z]\)?,?\s+but\s+(?:rather\s+)?{FILLER}
    | 不是(?:选项)?\(?[A-Z]\)?[项选]*,?而?是(?:选项)?
    | (?:[,;]|\bbut|\brather|\binstead)\s*(?:it(?:['’]s|\ is)|rather|instead)\s+{FILLER}
    | \bthe\ (?:two|three|ones?|only\ (?:one|ones|option|choice))\b[^.,;!?\n]{{0,50}}?\ (?:is|are)\s+{FILLER}
    | \b(?:going|go|let['’]s\ go)\ with\s+{FILLER}
    | \b(?:leaves?|leaving|points?\ to|supports?|favou?rs|corresponds?\ to|matches|which\ is
      |must\ be|has\ to\ be
      |should\ be)
        (?:\ us\ with|\ only|\ me\ with)?\s+(?:just\s+|only\s+)?{FILLER}
    | \b(?:therefore|thus|hence|so(?!\ (?:is|are|do|does|was)\b))\b[,:]?\s*(?:it(?:['’]s
      |\ is)\s+)?{FILLER}
    | (?:\A|[.;:,\n…])\s*(?:it|this|that)(?:['’]s|\ is|\ would\ be|\ must\ be)\s+{FILLER}
    | (?:\A|[.,;\n…])\s*(?:no\ wait|wait|actually|no(?!:)|correction|rather|sorry)[,:]?\s+(?:it(?:['’]s
      |\ is)\s+)?{FILLER}
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
    | (?:而是|答案[^,。;\n]{0, 8}(?:锁定|选定|敲定|认定|确定|判定|归结|指向|只能|必然)[是为在于]?|(?:锁定|敲定|确定|判定|归结|指向)[是为]?|倾向于?|偏向于?|可能性?最大的[是为]|最(?:可能|合适|恰当|符合|贴切|接近)的?[是为]|[只仅]剩下?的?[是为]?|剩下的[是为]?|看应该?[是为]|支持|所以是?|因此是?|故为?|应为|应是|(?:只能|必然|必定|肯定|一定|当然|无疑|那就|也就|就)[是为]|断定[是为]?|确认[是为]|当属|首推|改[选为成]|换成|应该是|即为?|只有|剩下|(?:正确|符合|对)的?(?:选项|答案)?(?:是|有|包括|为)+)
        \s*:?\s*(?:选项|选)?
    )[{OPEN}]*\Z""",
    re.IGNORECASE | re.VERBOSE,
)
OTHER_ANSWER = re.compile(
    r"\b(?:least|wrong|incorrect|false|worst|rejected|excluded|eliminated|ruled out|discarded|dismissed)\b[\s-]*(?:likely|plausible|one)?(?:\s+(?:is|was|being)\b|\s*:)|"
    r"\b(?:wrong|incorrect|least|unlikely|worst|trap|tempting|distract\w+|common|popular|other"
    r"|second|alternative"
    r"|eliminated|first|previous|obvious|initial|opposite|expected|given|original|best|naive"
    r"|students?|people|some)"
    r"[\s-]+(?:likely |plausible |best )?(?:answers?|options?|choices?|pick|guess)\b"
    r"|(?:错误|干扰|其他|其它|最不|迷惑|排除(?!法)|首先|不正确|常见|一般人?|有人)的?[^,。]{0,4}(?:答案|选项|选)",
    re.IGNORECASE,
)
BEST_ANSWER = re.compile(r"\bbest[\s-]+(?:answers?|options?|choices?)\b", re.IGNORECASE)
SAYS_AFTER = re.compile(
    rf"""(?:\s*\([^()\n]{{1,80}}\))?\s+(?:is|are|must|has|was)(?:\ to)?(?:\ be)?\s+
        (?:(?:clearly|therefore|thus|definitely|indeed|obviously|certainly|actually)\s+)?
        (?:the\s+)?(?:only\s+|most\s+|one\s+that\s+is\s+)?
        (?:correct|right|best|accurate|answer|(?:option|choice|one)\s+that\b
          |(?:supported|confirmed|backed(?:\ up)?|borne\ out|consistent)\s+(?:by|with)
          |(?:plausible|likely|appropriate|suitable|fitting|logical|reasonable|consistent|supported
            |probable)\s+(?:answer|option|choice|one|match))\b
      | \s+(?:fits?|matches)\s+(?:best|the\ text)\b
      | \s+it\s+is(?=\s*[.!,\n]|\s*\Z)
      | \s+(?:(?:still|clearly|alone|best|then|thus)\s+)?
        (?:holds?(?:\s+(?:up|true|water|good))?|stands?|survives?|is\s+left|takes\s+it|wins\s+out
          |(?:gets|has)\s+my\s+vote|comes\s+out\s+on\s+top|carries\s+the\s+day|it\s+has\s+to\s+be|remains?|fits?|works?|wins?|applies|prevails
          |checks\s+out|all\s+the\s+way|for\s+sure|hands\s+down|(?:is|was)\s+(?:it|true))
        (?=\s*[.!;\n]|\s*\Z)
      | \s+is\s+the\s+(?:one|option|choice)\s+(?:(?:that|which)\s+)?
        (?:(?:is\s+)?(?:right|correct|true)\b|the\s+{_SOURCE}\b|fits|matches|holds|works|applies
          |agrees|I(?:['’]d|\s+would)?\s+(?:choose|pick|select|go))
      | \s+is\s+(?:my|our)\s+(?:final\s+|best\s+)?(?:answer|choice|pick|vote|selection|guess)\b
      | \s+pass(?:es)?(?=\s*[.!;\n]|\s*\Z)
      | \s+is\s+what\s+(?:the|this)\s+{_SOURCE}\s+(?:says|states|tells|describes|shows|supports)
      | \s*[项选]*(?:[两三四]项)?
        (?:莫属|一票|更(?:准确|贴切|恰当|合适|合理|符合|接近|可信|可靠|正确|好)|吧(?=[,.。!\s]|\Z)|[均都皆全]?(?:才?[是为])?(?:唯一)?
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
NEGATED = re.compile(
    r"\b(?:not|never|cannot|doubt|deny|unlikely|hardly|nor|neither|nobody|no one|without (?:saying"
    r"|claiming))\b(?! only| just)|n['’]t\b"
    r"|\b(?:you|they|he|she|one|who|readers?|people|some|many|someone|students?|author|critics?"
    r"|us)\b[^.;]{0,30}"
    r"\b(?:think|believe|argue|claim|suppose|say|assume|guess|expect)|不认为|不可能|不会|并非|怀疑|否认|未必",
    re.IGNORECASE,
)
NOT_BUT = re.compile(r"not\s|不是", re.IGNORECASE)
"""How a cue begins that denies one option to choose the next: "not B but"."""
DENIES_NEXT = re.compile(
    r"\b(?:nor|neither|not|no)\s+(?:option\s+|choice\s+)?[\"'(\[]*\Z|(?:并非|不是)(?:选项)?\Z", re.I
)
RESTATES = re.compile(
    r"(?<!correct )(?<!right )(?<!best )(?<!true )(?<!following )\b(?:options|choices"
    r"|candidates)\b[^.]{0,30}(?:\bare\b|:)",
    re.I,
)
TAKEN_BACK = re.compile(
    r"\s*[项选]*(?:的话|[是为]?不(?!选[A-Z])|[是为]?错|有误|可?以?被?排除|提到|说|中|虽|看似)|\s*\?"
    r"|\s+(?:is|was) (?:wrong|incorrect|not)\b"
    r"|(?:\s*,)?\s+(?:if|unless|or|assuming|provided|depending|otherwise)\b|(?:\s*,)?\s*(?:如果|除非"
    r"|取决)"
)
MENTIONED = re.compile(
    r"\b(?:between|among|amongst|of|from|out of|comparing|compare|unlike|neither|not|than|over"
    r"|versus|vs\.?|both|either"
    r"|whether|options?|choices?|candidates?|eliminate[ds]?|eliminating|exclude[ds]?|rule out"
    r"|rejected?|rejecting|considered)"
    rf"(?:\s+(?:options?|choices?|the|answers?))*[{OPEN}:]*\Z|(?:在|从|排除|比较|对比|除了"
    rf"|相比)(?:选项)?[{OPEN}]*\Z",
    re.IGNORECASE,
)
UNSURE = re.compile(
    r"(?:n['’]t|\bnot|\bnever|\bcannot) (?:think|believe|say|mean|conclude|see|certain|sure)"
    r"|(?:n['’]t|\bnot) (?:at all )?(?:clear|obvious|evident|convinced|true|the case)\b|\bunclear\b"
    r"|\b(?:hesita\w+|reluctant|almost|nearly)\b|差点|差一点|险些|几乎|犹豫|质疑"
    r"|\b(?:if|whether|unless|suppos\w+|assum\w+|doubt|might|could|may|perhaps|maybe|tempted"
    r"|initially|some|people"
    r"|readers?|first glance|at first)\b"
    r"|不(?:应该?|该|会|能|可|宜|要|应当)?选|没有?选|[别勿]选"
    r"|如果|假如|假设|若|是否|并非|不是|不认为|不确定|(?<!最)(?<!最有)可能(?!性最大)|如(?=选|是[A-Z])|原本|本来|原来|本想|也许|或许|看似|有的?人|有些人|某些|一些人|别人|他人|大家|容易|初看|乍一?看|看上去|起初|一开始|很多人|误",
    re.IGNORECASE,
)
CONCLUDES = re.compile(
    r"\b(?:therefore|thus|hence|so|final|finally|conclusion|conclude|overall|boxed|in short"
    r"|in summary|to sum up|answer:)\b"
    r"|\b(?:answer|ans)\s*[:=]|综上|因此|所以|故|最终|总之|最后|答案\]?\s*:|结论",
    re.IGNORECASE,
)
CLAUSE_ENDS = re.compile(
    r"\.\s|[!?;。\n]|[,，]\s*(?=but\b|so\b|which\b|yet\b|however\b|leaving\b|the\b|then\b|it\b|I\b|my\b|thus\b|hence\b|therefore\b"
    r"|所以|因此|故|我|但|只剩|仅剩|剩下|细看|其实|最|答案|正确|应|而是|改|换|后来)"
)
ASKED_AND_ANSWERED = re.compile(r"A\s*:\s")
"""Not option A, but the A of question and answer."""
NAMES_OPTION = re.compile(r"\s*[:=]\s*\S")
SENTENCE_ENDS = re.compile(r"\s*(?:[.!。]\s*)?(?:\Z|\n)")
MAY_END_IN_LETTER = re.compile(
    r"(?:\b(?:is|be|was|option|choice|answer|letter|it['’]s|\w+ly|vote|on|for|in|with|to|say|choose|pick"
    r"|select|take|towards?|favou?r)|[,:;—–=>→⇒-]|是|为|选|项|即|投|站"
    r"|\A)\s*[\"'(\[]*\s*\Z",
    re.IGNORECASE,
)
DOUBTS = re.compile(
    r"\b(?:start(?:ing)?|begin(?:ning)?|first|next|consider(?!ed\s*:)\w*|compar\w+|look(?:ing)?|check\w*|evaluat\w+"
    r"|examin\w+"
    r"|analy[sz]\w+|regarding|about|why|either|or|except|plan|but not|wrong|incorrect|unlike"
    r"|rather than|instead of|versus"
    r"|doubtful)\b|不|非|没|除|错|误|先|为什么|有人|很多|不少|同学|考生|学生|读者|往往"
    r"|\b(?:students?|readers?|people|many|some|others|often|usually|commonly)\b",
    re.IGNORECASE,
)
SHORT_CUE = re.compile(
    r"[.;,…\s]*(?:(?:it|this|that)(?:['’]s| is| would be| must be)|no wait|wait|actually|no"
    r"|correction|I meant?|rather|sorry|A\s*:)",
    re.IGNORECASE,
)
SHORT_CUE_ENDS = re.compile(r"\s*(?:[.,;(!。]|\Z|\n|[-–—]\s)")
"""Words that choose only where nothing but the letter, or its text, comes after them."""
SURE = re.compile(
    r"\b(?:without (?:a|any) doubt|no doubt|beyond (?:a |any )?doubt|not only|not just)\b"
    r"|毫无疑问|无疑",
    re.IGNORECASE,
)
QUOTED_SENTENCE = re.compile(r'"[^"\n]{0,150}[?!.]"')
NOTHING_YET = re.compile(
    rf"[{OPEN}._…:>|*-]*+(?:it(?:['’]s|\s+is)\s+|答\s*:\s*|(?:sure|ok|okay|yes|certainly"
    rf"|of course|好的|是的)[\s,.!:,。]+)?"
    rf"(?:(?:both|all of)\s+)?(?:(?:the\s+)?(?:letter|option|answer|choice|选项)\s*+)?[{OPEN}:.]*+",
    re.IGNORECASE,
)
LEADS = re.compile(
    r"\s*(?:\Z|\n|[.!),;、。|]|[-–—=]\s|:\s*\S|\()|选?项?(?=\s*[,.。:;、(!]|\s*\Z|因为|吧)|\s+(?:because|since|as|it is)\b",
    re.IGNORECASE,
)
OPTION_LINE = re.compile(
    r"\s*(?:[-•·>]\s+|\d+[.)]\s+)?[(\[]?(?P<letter>[A-Za-z])[)\]]?"
    r"(?:[.)、]?\s*|(?P<colon>[.)、:])\s*(?P<text>\S.*)?\s*)"
)
NAMES_TEXT = re.compile(
    r"(?:\b(?:answers?|option|choice)\b[^.!?\n]{0,40}?(?:\b(?:is|are)\b|:)|答案?(?:应该?|就)?(?:是|为"
    r"|:)+|故?选:?)\s*"
    r"([^\n]+)",
    re.IGNORECASE,
)

STANDS_BESIDE = re.compile(
    r"(?:\b(?:so (?:is|are|does|would)|(?:and|or|but|,) *(?:quite )?(?:possibly|maybe|perhaps|also|even))"
    r"|(?:可能|也许|或许|大概)(?:还有|还是|是)|还可能[是有])[ :]*(?:(?:option|choice|选项) *)?\(?(?P<after>[A-Z])\b"
    r"|\b(?:(?:option|choice) )?\(?(?P<before>[A-Z])\)?[项选]* *(?:(?:is|are|seems|looks|would be|remains|fits)"
    r" )?(?:(?:also|equally|just as|almost as|nearly as|every bit as|as)"
    r" (?:likely|plausible|right|correct|good|possible|valid|well\b|strong)|too\b"
    r"|同样|[也都](?:对|正确|可以|可能|有可能|有道理|说得通|符合|成立|行|可))"
)
"""A second option that is given the same standing as the first."""
RANGE = re.compile(
    r"(?<!\w)(?:[A-Z]\s?[-–—~～]\s?[A-Z]|[a-z][-–—~～][a-z]"
    r"|[A-Z]\s*(?:to|through|至|到)\s*[A-Z])(?![\w'’])"
)
"""All options, named by the first and the last of them."""
ALL_BUT = re.compile(
    r"\b(?:all|every\w*|each)\b[^.;,\n]{0,40}?\b(?:except|but|apart from|other than|save)\b(?: for)?"
    r"[^.;,\n]{0,12}\Z|除了?(?:选项)?\Z",
    re.IGNORECASE,
)
ALL_BUT_ENDS = re.compile(
    r"\s*(?:\Z|[.!\n]|(?:is|are)\s+(?:correct|right|true|supported)\b)"
    r"|[项选]*(?:以外|之外|外)?,?[^,。;]{0,6}[都均全皆]是?(?:对|正确|符合|选|答案)"
)
REJECTED_BEFORE = re.compile(
    r"\b(?:not|nor|neither|never|cannot|rul(?:e[sd]?|ing) out"
    r"|(?:eliminat|exclud|reject)(?:e[sd]?|s|ed|ing)|instead of|rather than|unlike|contradicts?)\b[^.;!?。\n]{0,60}\Z|n['’]t\b[^.;!?。\n]{0,60}\Z"
    r"|(?:不是|不选|并非|排除|而非|不可能是|不会是)[^.;!?。,\n]{0,12}\Z",
    re.IGNORECASE,
)
REJECTS_NEXT = re.compile(
    r"\s*,?\s*(?:(?:and\s+)?not|rather than|instead of|而?不是|而?不选|而非)"
    r"(?:[^.;!?。\n]{0,40}?[ (\"'\[]|(?=[A-Z]))(?:(?:option|choice|选项) *)?\(?[A-Z](?![A-Za-z])"
)
CORRECT_ANSWER = re.compile(
    r"(?<!\s)\s+is\s+(?:the|my)\s+(?:only\s+)?(?:(?:correct|right|best|final)\s+)?(?:answer|option"
    r"|choice)\s*(?:[.!]|\n|\Z)",
    re.IGNORECASE,
)
TEXT_IS_CHOSEN = re.compile(
    r"\A\W*(?:(?:so|therefore|thus|hence|then|well),?\s+)?(?:I (?:think|believe|guess|suppose"
    r"|would say|['’]d say),?\s+)?(?:that\s+)?(?:(?:it|that|this|he|she|they|what [^,.;]{1,60}?"
    r"|the (?:thing|object|item|one|answer|correct [^,.;]{1,30}?)\b[^,.;]{0,60}?)\s*"
    r"(?:['’]s|is|was|were|would be|must be|must have been|has to be|had to be))?\s*[\"'(“]*"
    r"(?:an?|the|some)?\s*\Z"
    r"|(?:\A|[,。;:]\s*)[^,。;:]{0,30}的[^,。;:]{0,6}(?:应该|就|应当|其实|当然)?[是为]"
    r"(?:[一这那][^\s,。]?)?[\"'(“]*\Z",
    re.IGNORECASE,
)
"""What may stand between a sentence's beginning and the text that it says was the one."""
TEXT_ENDS = re.compile(
    r"[\"'”)]*\s*(?:[.!。;]|\Z|\n|,?\s+(?:I (?:think|believe|guess|suppose|would say)|because|since)\b"
    r"|,\s*因为|\s+that\b)",
    re.IGNORECASE,
)
ASKS_NEXT = re.compile(r"[^.!?。;,\n]{0,60}\?")
"""The sentence goes on to its question mark."""
LAST_SENTENCE = re.compile(r"(?:[.!。]\s*|\n\s*)[(\[\"']?\Z")
TELLS_WHAT = re.compile(
    r"\A[^,。;:!?]{1,12}(?<!提到)(?<!提)(?<!说)(?<!写)(?<!讲)(?<!描述)(?<!看)[了着]\Z|"
    r"\A\W*(?:he|she|they|it|the \w+|[A-Z]\w+)\s+(?:(?:only|just|really|actually)\s+)?"
    r"(?!mention|sa(?:y|id)|describ|contain|refer|talk|sp[eo]ke?|th[io]|consider|s[ae][ew]|kn[eo]w|want|need|ask)"
    r"\w+\s+(?:away\s+|off\s+|out\s+|up\s+|with\s+)*\Z",
    re.IGNORECASE,
)
"""A short sentence of which the option's text is the object: "He took" a rope."""
