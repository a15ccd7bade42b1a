"""`python -m tests.bench`: what is fast, as ratios to the plain way, written to docs/benchmarks.md.

Both sides of a pair run in turn on the same inputs, so that a slow or busy machine slows both.
Figures are medians; no test asserts them.
"""

import asyncio
from pathlib import Path

from tests.bench import calls, imports, texts
from tests.bench.pairs import Row

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

Written by `make bench`. Each row pairs the desk's way with a plain one on the same inputs, in turn;
figures are medians and the ratio is theirs. Absolute times depend on the machine, ratios hardly.

| what | the desk | the plain way | ratio |
| --- | --- | --- | --- |
"""


def main() -> None:
    rows: list[Row] = [*texts.rows(), *imports.rows(), *asyncio.run(calls.rows())]
    for row in rows:
        print(row.markdown)
    PAGE.write_text(HEAD + "".join(f"{row.markdown}\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
