"""`python -m tests.bench.gate.by_words`: what other retrieval by words alone would find, and what
questions that have nothing to do with the documents it would let through (docs/retrieval.md).
"""

from contextlib import ExitStack
from functools import partial
from unittest.mock import patch

from core.services.answers import load_sample_documents
from core.text.language import units
from tests.bench.gate.measure import Measure, figures, found_any, refused
from tests.bench.gate.sets import (
    BLIND,
    HELD_OUT,
    HERE,
    KINDS,
    load_documents,
    paraphrases,
    unanswerable,
)

_RETRIEVER = "core.services.answers.stored_retriever"
_STEM = "core.text.language.units._LONGEST_STEM"
_WAYS: dict[str, dict[str, object]] = {
    "as it is": {},
    "single characters: a quarter of the question instead of 0.4": {
        f"{_RETRIEVER}._MOST_OF_IT": 0.25
    },
    "single characters: any two of the question": {f"{_RETRIEVER}._MOST_OF_IT": 0.0},
    "pairs with 的 and the like count": {f"{_RETRIEVER}._Words.has_meaning": lambda *_: True},
    "English stems of four letters instead of six": {_STEM: 4},
    "English stems of three letters": {_STEM: 3},
}


def main() -> None:
    print("| way | zh refused | en refused | zh let through | en let through |")
    print("| --- | --- | --- | --- | --- |")
    for way, patches in _WAYS.items():
        units.stem.cache_clear()
        with ExitStack() as stack:
            for target, instead in patches.items():
                stack.enter_context(patch(target, instead))
            print(f"| {way} | {' | '.join(_counts())} |", flush=True)
    units.stem.cache_clear()


def _counts() -> list[str]:
    totals: dict[tuple[str, str], list[int]] = {}
    for folder in (HERE, HELD_OUT, KINDS, BLIND):
        chosen = [Measure("refused", paraphrases(folder), refused)]
        if folder in (KINDS, BLIND):
            unrelated = unanswerable(folder, "unrelated")
            chosen.append(Measure("let through", unrelated, found_any, scripted=False))
        load = partial(load_documents, folder=folder) if folder != HERE else load_sample_documents
        found = figures(chosen, load=load)
        for one in found:
            total = totals.setdefault((one.name, one.language), [0, 0])
            total[0] += one.rate.hits
            total[1] += one.rate.n
    return [f"{hits} of {n}" for hits, n in totals.values()]


if __name__ == "__main__":
    main()
