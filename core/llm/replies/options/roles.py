"""What a word beside an option's letter does to that option."""

from enum import Enum


class WordRole(Enum):
    """What a word does to the option beside it."""

    ANSWER = "answer"  # names the answer: "the answer is B"
    CHOOSES = "chooses"  # a verb of choosing: "I choose B"
    POINTS = "points"  # short and weak: "it's B" chooses only where nothing follows
    CONCLUDES = "concludes"  # leads from reasons to the answer: "so B"
    PRAISES = "praises"  # "B is correct", "the correct one is B"
    HOLDS = "holds"  # "B holds", "B fits the text": praise where no unknown word follows
    LEANS = "leans"  # "B is more plausible": chooses only where nothing speaks against it
    LISTS = "lists"  # "the options are A and B": no choice
    FILLS = "fills"  # says nothing for or against
    DENIES = "denies"  # "not B", "B is wrong"
    HEDGES = "hedges"  # "B may be right"
    SUPPOSES = "supposes"  # "if", 倘若: what follows holds under a condition only
    REPORTS = "reports"  # what others say, or the writer said before
    ADDS = "adds"  # "C as well": a second option beside the first
    OTHERS = "others"  # somebody else: "they chose B"
    TIES = "ties"  # "just as likely", "toss a coin": another option is as good
    EXPLAINS = "explains"  # "only B accounts for it": praise where no other option does
    CONTRASTS = "contrasts"  # "but": what comes next limits what was said
    COMPARES = "compares"  # "than B", 比B: the option is measured against, not chosen
    SEEMS = "seems"  # "B seems right": leans, where praise follows
    UNKNOWN = "unknown"
