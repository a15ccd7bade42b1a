"""`python -m tests.bench.gate.ablation`: what changes with each package of rules left out."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from core.stats.rates import Rate
from tests.bench.gate.measure import Measure, figures, leaked, measures
from tests.bench.gate.sets import inventions

_SUPPORT = "core.evidence_gate.assertions.support"
_TOLD = "core.evidence_gate.assertions.sentence_selection"
_NAMES = "core.evidence_gate.assertions.new_names"
_OFF = {
    "nothing": (),
    "new names": ((f"{_SUPPORT}._name_errors", lambda *_: []),),
    "of these, titles of books": ((f"{_NAMES}._new_books", lambda *_: []),),
    "of these, names by their form": (
        (f"{_NAMES}.new_chinese_names", lambda *_: []),
        (f"{_NAMES}.new_english_names", lambda *_: []),
    ),
    "numbers": ((f"{_SUPPORT}.numbers_in", lambda _: {}), (f"{_SUPPORT}.counts_in", lambda _: {})),
    "denials": ((f"{_SUPPORT}._Passage.denies_otherwise", lambda *_: False),),
    "dates and reigns": (("core.evidence_gate.assertions.citations.statements_in", lambda _: []),),
    "what is asked for": ((f"{_TOLD}.AnswerType.is_answered_by", lambda *_: True),),
    "what is added": ((f"{_TOLD}._LEAST_ADDED", 0.0),),
    "words as written": ((f"{_TOLD}._as_written", lambda *_: True),),
}


@contextmanager
def _without(name: str) -> Iterator[None]:
    if not _OFF[name]:
        yield
        return
    (target, instead), *others = _OFF[name]
    with patch(target, instead):
        for other, made in others:
            with patch(other, made):
                yield
        if not others:
            yield


def main() -> None:
    judged = Measure(
        "leaks, judge agrees", inventions(greeted=False), leaked, scripted=True, judged=True
    )
    wanted = (
        "leaks, asked plainly",
        judged.name,
        "twins refused",
        "paraphrases refused",
        "beside the point, baseline",
        "beside the point, inventing",
    )
    chosen = [one for one in (*measures(), judged) if one.name in wanted]
    print(f"| off | {' | '.join(wanted)} |\n| --- |{' --- |' * len(wanted)}")
    for name in _OFF:
        with _without(name):
            found = figures(chosen)
        cells = [
            Rate(sum(one.rate.hits for one in of), sum(one.rate.n for one in of))
            for measure in wanted
            for of in [[one for one in found if one.name == measure]]
        ]
        print(f"| {name} | {' | '.join(f'{one.hits} of {one.n}' for one in cells)} |", flush=True)


if __name__ == "__main__":
    main()
