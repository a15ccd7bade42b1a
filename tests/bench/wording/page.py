"""docs/measurements/evidence.md: what was accepted, class by class, with n and its interval."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from core.stats.rates import Rate
from tests.bench.evidence.records import FUZZY, Judged, explained
from tests.bench.evidence.tables import table
from tests.bench.wording.ocr import GENERATOR
from tests.bench.wording.trial import FALSE, GROUPS, Outcome

HEAD = """# Does a quote that is found say what its text says?

Written by `python -m tests.bench.wording DATA_FOLDER --quotes {quotes} --seed {seed}` (threshold
0.8); the texts are public novels that the repository does not hold: {books}. Quotes of 20 to 400
characters are drawn all over each novel (log-uniform in length), changed as the class says, and
looked up by `EvidenceMatcher().match` in the whole novel; those of the editions, of numbers that
are no marks and of spaced digits in 30,000 characters of it. About {quotes} quotes a class and
language, divided among the novels; ten times as many of the combined. Accepted means found;
intervals are Wilson's, 95 %. A changed quote that stands elsewhere in the novel is left out.

The word lists are `tests/bench/wording/english.py` and `chinese.py`, spellings and variant
characters `spellings.py`, sentences with numbers `traps.py`: written by hand. Of `core.text` one
thing is used, the list of English words that says whether a slip makes another word. {generator}

Before words were content, with 50 quotes a class and the same seed: one word changed, accepted
1,259 of 1,938 in English and 1,609 of 2,100 in Chinese; numbers that are no marks 9 and 11 of 150;
labels 17 and 4 %, editions 10 and 6 %, markup 83 and 61 %, spelling 87 and 99.5 %; scanned as it
comes 86, 45 and 31 % at 1, 3 and 5 %; model quotes 104 of 107, human quotes 1,544 of 1,544,
evidence spans 7,232 of 7,256.
"""
TITLES = {
    "changed": "Changed meaning, one word: at most 1 % accepted in every class",
    "combined": "The same with something tolerated besides: at most 1 %",
    "traps": "Numbers that are no marks: at most 1 of 150",
    "slips": "Same meaning, slips: at least 95, 80, 60 % at 1, 3, 5 %; typing errors 98 %",
    "spelling": "Same meaning, another spelling: at least 98 %",
    "markup": "Same meaning, marks of machines and editors: at least 98 %",
    "labels": "Same meaning, something around the quote: at least 98 %",
    "editions": "Same meaning, notes and pages: at least 98 %",
}
LENGTHS = ((0, 60), (60, 150), (150, 10_000))
_LEAST, _MOST = 0.98, 0.01
_MOST_LISTED = 6
Key = Callable[[Outcome], tuple[str, str]]


def rate_cells(outcomes: Sequence[Outcome]) -> list[str]:
    """n, accepted, per cent, interval."""
    rate = Rate(sum(each.found for each in outcomes), len(outcomes))
    if rate.value is None or rate.interval is None:
        return ["0", "-", "-", "-"]
    low, high = rate.interval
    return [
        str(rate.n),
        str(rate.hits),
        f"{100 * rate.value:.1f}",
        f"{100 * low:.1f}-{100 * high:.1f}",
    ]


def grouped(outcomes: Iterable[Outcome], key: Key) -> dict[tuple[str, str], list[Outcome]]:
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for each in outcomes:
        groups.setdefault(key(each), []).append(each)
    return groups


def summary(outcomes: Sequence[Outcome]) -> str:
    """Group by group and language: pooled, and how many classes keep what their title says."""
    rows = []
    for group in GROUPS:
        for language in ("en", "zh"):
            of_group = [o for o in outcomes if o.group == group and o.language == language]
            classes = grouped(of_group, lambda each: (each.kind, ""))
            kept = sum(_keeps(group, each) for each in classes.values())
            if of_group:
                counted = f"{kept} of {len(classes)}"
                rows.append([group, language, *rate_cells(of_group), counted])
    head = ["group", "", "n", "accepted", "%", "95 %", "classes at 1 % or less / 98 % or more"]
    return table(head, rows)


def _keeps(group: str, outcomes: Sequence[Outcome]) -> bool:
    share = sum(each.found for each in outcomes) / len(outcomes)
    return share <= _MOST if group in FALSE else share >= _LEAST


def class_table(group: str, outcomes: Sequence[Outcome]) -> str:
    """Every class in every language; of same-meaning ones also why they are refused."""
    order = sorted(
        grouped(outcomes, lambda each: (each.kind, each.language)).items(),
        key=lambda item: item[0][1],
    )
    rows = []
    for (kind, language), of_class in order:
        wrong = [each.why for each in of_class if each.found == (group in FALSE)]
        causes = ", ".join(f"{why} {n}" for why, n in Counter(wrong).most_common(2))
        rows.append([kind, language, *rate_cells(of_class), causes or "-"])
    wrongly = "accepted as" if group in FALSE else "refused as"
    return table(["class", "", "n", "accepted", "%", "95 %", wrongly], rows)


def by_length(outcomes: Sequence[Outcome]) -> str:
    rows = []
    for language in ("en", "zh"):
        for low, high in LENGTHS:
            fitting = [o for o in outcomes if o.language == language and low <= o.length < high]
            if fitting:
                shown = f"{max(low, 20)}-{min(high, 400)}"
                rows.append([language, shown, *rate_cells(fitting)])
    return table(["", "characters", "n", "accepted", "%", "95 %"], rows)


def still_accepted(outcomes: Sequence[Outcome]) -> str:
    """What the accepted ones of each class had changed, and what they were taken for."""
    rows = []
    wrong = [each for each in outcomes if each.found]
    for (kind, language), of_class in grouped(wrong, lambda e: (e.kind, e.language)).items():
        told = Counter(f"{each.changed or '-'} ({each.why})" for each in of_class)
        listed = "; ".join(f"{what} {n}" for what, n in told.most_common(_MOST_LISTED))
        more = len(told) - _MOST_LISTED
        rows.append([kind, language, listed + (f"; {more} more" if more > 0 else "")])
    return table(["class", "", "changed (taken for), times"], rows) if rows else "None.\n"


def upper_bound(outcomes: Sequence[Outcome]) -> str:
    rate = Rate(sum(each.found for each in outcomes), len(outcomes))
    high = 100 * rate.interval[1] if rate.interval else 100.0
    return f"Pooled: {rate.hits} of {rate.n} accepted, upper bound {high:.2f} %.\n"


def real_quotes(judged: Sequence[Judged]) -> str:
    """Set by set what is found, and each quote lost that ought to be found, by its key."""
    rows = []
    sets = dict.fromkeys(each.record.set for each in judged)
    for name in sets:
        of_set = [each for each in judged if each.record.set == name]
        due = [each for each in of_set if each.expected]
        found = sum(each.match.found for each in of_set)
        lost = sum(not each.match.found for each in due)
        rows.append([name, str(len(of_set)), str(found), str(len(due)), str(lost)])
    head = ["set", "quotes", "found", "ought to be found", "of these lost"]
    return "\n".join([table(head, rows), "Every quote lost:\n", _lost(judged)])


def _lost(judged: Sequence[Judged]) -> str:
    rows = [
        [
            each.record.set,
            each.record.key,
            each.record.recorded
            + (f" {each.record.ratio}" if each.record.recorded == FUZZY else ""),
            str(len(each.record.quote)),
            explained(each.match),
        ]
        for each in judged
        if each.expected and not each.match.found
    ]
    head = ["set", "quote (hash)", "recorded", "length", "the desk"]
    return table(head, rows) if rows else "None.\n"


def tables(outcomes: Sequence[Outcome], judged: Sequence[Judged]) -> str:
    """Everything measured, without the words at the head."""
    sections = ["## In short\n", summary(outcomes)]
    for group, title in TITLES.items():
        of_group = [each for each in outcomes if each.group == group]
        if not of_group:
            continue
        sections += [f"## {title}\n", class_table(group, of_group)]
        sections += ["By length:\n", by_length(of_group)]
        if group in FALSE:
            sections += [upper_bound(of_group), "What is still accepted:\n"]
            sections += [still_accepted(of_group)]
    false = [each for each in outcomes if each.group in FALSE]
    if false:
        sections += ["## All that says something else\n", upper_bound(false)]
    if judged:
        sections += ["## Quotes that models and people wrote\n", real_quotes(judged)]
    return "\n".join(sections)


def page(outcomes: Sequence[Outcome], judged: Sequence[Judged], *, quotes: int, seed: int) -> str:
    books = ", ".join(dict.fromkeys(f"{each.book} ({each.language})" for each in outcomes))
    head = HEAD.format(quotes=quotes, seed=seed, books=books, generator=GENERATOR)
    return "\n".join([head, tables(outcomes, judged)])
