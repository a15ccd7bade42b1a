"""The words by which a reply does not choose the option that it names: patterns alone.

Questions, denials, doubts, what others think, what is weighed or only mentioned, and what gives a
second option the same standing. The text is as in core.llm.option_wording.
"""

import re

from core.llm.option_wording import OPEN

GOES_ON = re.compile(
    r"""\s+(?:is|are|was|were|being|does|do|did|has|have|says?|states?|claims?|looks?|seems?
          |mentions?|talks?|speaks?|refers?|describes?|contradicts?|involves?|concerns?|sounds?
          |would|could|might|may|can)\b
      | \s*[项选]*(?:字|是?(?:写|指|讲)|的(?!话|原因)|则|虽|看似|看起来|似乎|好像|听起来|可能|也许
          |[均都皆全]?(?:不(?!选[A-Z])|错|可?以?被?排除|[与和跟][^,。;]{1,10}(?:不|矛盾|相悖|冲突|无关)))
      | [,.]?["”]\s*(?:,|said|he|she|cried|asked)""",
    re.VERBOSE,
)
"""The letter is what something is said of; that need not be that it is the answer."""
OTHER_ANSWER = re.compile(
    r"\b(?:least|wrong|incorrect|false|worst|rejected|excluded|eliminated|ruled out|discarded"
    r"|dismissed)\b[\s-]*(?:likely|plausible|one)?(?:\s+(?:is|was|being)\b|\s*:)"
    r"|\b(?:wrong|incorrect|least|unlikely|worst|trap|tempting|distract\w+|common|popular|other"
    r"|second|alternative"
    r"|eliminated|first|previous|obvious|initial|opposite|expected|given|original|best|naive"
    r"|students?|people|some)"
    r"[\s-]+(?:likely |plausible |best )?(?:answers?|options?|choices?|pick|guess)\b"
    r"|(?:错误|干扰|其他|其它|最不|迷惑|排除(?!法)|首先|不正确|常见|一般人?|有人)的?[^,。]{0,4}(?:答案|选项|选)",
    re.IGNORECASE,
)
BEST_ANSWER = re.compile(r"\bbest[\s-]+(?:answers?|options?|choices?)\b", re.IGNORECASE)
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
    r"|如果|假如|假设|若|如(?=选|是[A-Z])|是否|并非|不是|不认为|不确定|(?<!最)(?<!最有)可能(?!性最大)|也许|或许"
    r"|看似|看上去|初看|乍一?看|原本|本来|原来|本想|起初|最初|起先|先前|一开始"
    r"|有的?人|有些人|某些|一些人|别人|他人|大家|很多人|容易|误"
    r"|再看|看看|来看|重读|复述",
    re.IGNORECASE,
)
DOUBTS = re.compile(
    r"\b(?:start(?:ing)?|begin(?:ning)?|first|next|consider(?!ed\s*:)\w*|compar\w+"
    r"|look(?:ing)?|check\w*|evaluat\w+"
    r"|examin\w+"
    r"|analy[sz]\w+|regarding|about|why|either|or|except|plan|but not|wrong|incorrect|unlike"
    r"|rather than|instead of|versus"
    r"|doubtful)\b|不|非|没|除|错|误|先|为什么|有人|很多|不少|同学|考生|学生|读者|往往"
    r"|\b(?:students?|readers?|people|many|some|others|often|usually|commonly)\b",
    re.IGNORECASE,
)
SURE = re.compile(
    r"\b(?:without (?:a|any) doubt|no doubt|beyond (?:a |any )?doubt|not only|not just)\b"
    r"|毫无疑问|无疑",
    re.IGNORECASE,
)
QUOTED_SENTENCE = re.compile(r'"[^"\n]{0,150}[?!.]"')
STANDS_BESIDE = re.compile(
    r"""(?:\b(?:so\ (?:is|are|does|would)
            |(?:and|or|but|,)\ *(?:quite\ )?(?:possibly|maybe|perhaps|also|even))
          |(?:可能|也许|或许|大概)(?:还有|还是|是)|还可能[是有])
        [ :]*(?:(?:option|choice|选项)\ *)?\(?(?P<after>[A-Z])\b
      | \b(?:(?:option|choice)\ )?\(?(?P<before>[A-Z])\)?[项选]*\ *
        (?:(?:is|are|seems|looks|would\ be|remains|fits)\ )?
        (?:(?:also|equally|just\ as|almost\ as|nearly\ as|every\ bit\ as|as)[ ]
            (?:likely|plausible|right|correct|good|possible|valid|well\b|strong)
          |too\b|同样|[也都](?:对|正确|可以|可能|有可能|有道理|说得通|符合|成立|行|可))""",
    re.VERBOSE,
)
"""A second option that is given the same standing as the first."""
REJECTED_BEFORE = re.compile(
    r"""(?:\b(?:not|nor|neither|never|cannot|rul(?:e[sd]?|ing)\ out
            |(?:eliminat|exclud|reject)(?:e[sd]?|s|ed|ing)|instead\ of|rather\ than|unlike
            |contradicts?)\b
          |n['’]t\b)[^.;!?。\n]{0,60}\Z
      | (?:不是|不选|并非|排除|而非|不可能是|不会是)[^.;!?。,\n]{0,12}\Z""",
    re.IGNORECASE | re.VERBOSE,
)
REJECTS_NEXT = re.compile(
    r"\s*,?\s*(?:(?:and\s+)?not|rather than|instead of|而?不是|而?不选|而非)"
    r"(?:[^.;!?。\n]{0,40}?[ (\"'\[]|(?=[A-Z]))(?:(?:option|choice|选项) *)?\(?[A-Z](?![A-Za-z])"
)
ASKS_NEXT = re.compile(r"[^.!?。;,\n]{0,60}\?")
"""The sentence goes on to its question mark."""
