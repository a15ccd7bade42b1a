"""How providers word their errors, written after their documentation and public reports.

A line of provider_errors.jsonl: the provider, what is wrong, the HTTP status, the body, the kind of
failure it is, the seconds to wait if it tells, headers. The table of docs/measurements/replies.md
is made of it: `python -m tests.core.llm.provider_errors`.
"""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).with_name("provider_errors.jsonl")


class ProviderError(NamedTuple):
    provider: str
    wrong: str
    status: int
    kind: str
    body: Any
    wait: float | None = None
    headers: dict[str, str] = {}  # noqa: RUF012


ERRORS = tuple(ProviderError(**json.loads(line)) for line in DATA.read_text().splitlines())


def table() -> str:
    """Provider by kind of failure: the statuses that it is recognised in."""
    kinds = list(dict.fromkeys(error.kind for error in ERRORS))
    cells: dict[tuple[str, str], set[int]] = defaultdict(set)
    for error in ERRORS:
        cells[error.provider, error.kind].add(error.status)
    lines = [f"| provider | {' | '.join(f'`{kind}`' for kind in kinds)} |"]
    lines.append(f"| --- {'| --- ' * len(kinds)}|")
    for provider in dict.fromkeys(error.provider for error in ERRORS):
        told = (", ".join(map(str, sorted(cells[provider, kind]))) for kind in kinds)
        lines.append(f"| {provider} | {' | '.join(told)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
