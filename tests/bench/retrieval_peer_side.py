"""The other product's side of `retrieval`, run by the interpreter it is installed in."""

import json
import sys
from typing import Any

import bm25s  # type: ignore[import-not-found]


def main() -> None:
    asked = json.load(sys.stdin)
    own = _found(
        bm25s.tokenize(asked["texts"], show_progress=False),
        bm25s.tokenize(asked["queries"], show_progress=False),
        asked["k"],
    )
    sys.stdout.write(json.dumps([own, _found(asked["terms"], asked["query_terms"], asked["k"])]))


def _found(texts: Any, queries: Any, k: int) -> list[list[int]]:
    index = bm25s.BM25()
    index.index(texts, show_progress=False)
    found, _scores = index.retrieve(queries, k=k, show_progress=False)
    return [[int(at) for at in one] for one in found]


if __name__ == "__main__":
    main()
