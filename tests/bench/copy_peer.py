"""The checks that both the desk and another product have, on the same texts, in turn.

The product is openai-guardrails, whose rules for words, competitors and links need no model. Its
pins are not the desk's, so it has an interpreter of its own, which COPY_PEER_PYTHON names. Two
others were tried: guardrails-ai 0.11 installs, but its rules are on a hub that wants an account;
llm-guard 0.3 loads torch before its scanners of patterns and substrings, which do not use it.
"""

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from core.verification import Candidate, Code, Policy, policy_of
from core.verification.claims.claims import brands_in
from core.verification.compliance.compliance import check_compliance
from tests.bench.pairs import duration, table, timed, times

PYTHON = "COPY_PEER_PYTHON"
PRODUCT = "openai-guardrails"
PINNED = f"{PRODUCT}==0.3.6"
ROUNDS = 3

NOT_THERE = f"""The other product was not measured: {PYTHON} names no interpreter that has it
(`python3 -m venv FOLDER && FOLDER/bin/pip install {PINNED}`, then
`{PYTHON}=FOLDER/bin/python make bench`).
"""
ABOUT = """Beside {product} {version}, an open library of rules for what models write: forbidden
words, absolute words and {brands:,} brands (its Keyword Filter and Competitors), links (its URL
Filter), on {texts:,} of the same texts as push messages. Each has its own process, and they run in
turn. The desk's side finds every place, counts exclamation marks, and looks through other widths,
cases and scripts, too; the other says which rules hit. Its rules for words want a boundary of words
on both sides, which Chinese does not have.
"""

_CHECKS = ("forbidden words", "absolute words", "links", "brands")
_CODES = (
    Code.COMPLIANCE_FORBIDDEN_WORDS,
    Code.COMPLIANCE_ABSOLUTE_WORDS,
    Code.COMPLIANCE_URL_FORBIDDEN,
)

Found = list[list[bool]]
"""By text and check, whether anything was found."""


def report(candidates: Sequence[Candidate], brands: Sequence[str]) -> str:
    """Tables in markdown, or a sentence that says why there are none."""
    policy = _policy()
    pushed = [replace(each, channel="PUSH") for each in candidates]
    rows, said, version = [], "", None
    for name, some in (("all four", brands), ("without brands", ())):
        with _Peer(os.environ.get(PYTHON), policy, some, [each.text for each in pushed]) as peer:
            if peer.version is None:
                return NOT_THERE
            version = peer.version
            measured = _in_turn(pushed, policy, frozenset(some), peer)
        rows += _rows(name, len(pushed), measured)
        said = said or _agreement(measured)
    about = ABOUT.format(
        product=PRODUCT, version=version, brands=len(brands), texts=len(candidates)
    )
    head = ("", "checks", "candidates per second", "each", "times as long as the desk")
    return f"{about}\n{table(head, rows)}\n{said}"


def _policy() -> Policy:
    """The source's words, which no phrase excuses, and every form of link: as the other has it."""
    words = policy_of("v1.0.0").words.model_dump()
    return policy_of("v1.1.0").model_copy(update={"words": words})


@dataclass
class _Peer:
    """The other side's process; `version` is None where it does not start."""

    python: str | None
    policy: Policy
    brands: Sequence[str]
    texts: Sequence[str]
    version: str | None = None
    _process: "subprocess.Popen[str] | None" = None

    def __enter__(self) -> "_Peer":
        if not self.python:
            return self
        script = Path(__file__).with_name("copy_peer_side.py")
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [self.python, str(script)], stdin=pipe, stdout=pipe, text=True, encoding="utf-8"
        )
        said = self._asked({"rules": self._rules(), "texts": list(self.texts)})
        self.version = said["version"] if said else None
        return self

    def __exit__(self, *_error: object) -> None:
        if self._process is None:
            return
        self._process.stdin.close()  # type: ignore[union-attr]
        self._process.wait(timeout=60)
        self._process.stdout.close()  # type: ignore[union-attr]

    def checked(self) -> tuple[float, Found]:
        said = self._asked("again")
        assert said is not None, "the other product ended in the middle"
        return said["seconds"], said["found"]

    def _rules(self) -> list[tuple[str, dict[str, Any]]]:
        words = self.policy.words
        named = [("Competitors", {"keywords": list(self.brands)})] if self.brands else []
        return [
            ("Keyword Filter", {"keywords": list(words.forbidden)}),
            ("Keyword Filter", {"keywords": list(words.absolute)}),
            ("URL Filter", {}),
            *named,
        ]

    def _asked(self, what: object) -> dict[str, Any] | None:
        assert self._process is not None
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write(f"{json.dumps(what)}\n")
            stdin.flush()
        except BrokenPipeError:
            return None
        line = stdout.readline()
        return json.loads(line) if line else None


@dataclass(frozen=True)
class _Measured:
    """Median seconds over all texts, and what was found in each."""

    ours_s: float
    theirs_s: float
    ours: Found
    theirs: Found


def _in_turn(
    candidates: Sequence[Candidate], policy: Policy, brands: frozenset[str], peer: _Peer
) -> _Measured:
    ours, (_, theirs) = _found(candidates, policy, brands), peer.checked()  # a warm-up of both
    mine, others = [], []
    for _ in range(ROUNDS):
        mine.append(timed(lambda: _found(candidates, policy, brands)))
        others.append(peer.checked()[0])
    return _Measured(median(mine), median(others), ours, theirs)


def _rows(checks: str, count: int, found: _Measured) -> list[tuple[str, ...]]:
    ratio = times(found.theirs_s / found.ours_s)
    return [
        (who, checks, f"{count / seconds:,.0f}", duration(seconds / count), said)
        for who, seconds, said in (("the desk", found.ours_s, ""), (PRODUCT, found.theirs_s, ratio))
    ]


def _found(candidates: Sequence[Candidate], policy: Policy, brands: frozenset[str]) -> Found:
    found: Found = []
    for candidate in candidates:
        codes = {finding.code for finding in check_compliance(candidate, policy)}
        named = [bool(brands_in(candidate.text, brands))] if brands else []
        found.append([*(code in codes for code in _CODES), *named])
    return found


def _agreement(found: _Measured) -> str:
    rows = []
    for at, name in enumerate(_CHECKS):
        pairs = [(a[at], b[at]) for a, b in zip(found.ours, found.theirs, strict=True)]
        counts = [pairs.count(pair) for pair in ((True, True), (True, False), (False, True))]
        same = sum(mine == other for mine, other in pairs)
        rows.append((name, f"{same:,} of {len(pairs):,}", *(f"{count:,}" for count in counts)))
    head = ("", "the same answer", "found by both", "by the desk alone", "by the other alone")
    return table(head, rows)
