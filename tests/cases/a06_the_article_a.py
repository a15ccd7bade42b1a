"""a06_the_article_a
Source: EleutherAI/lm-evaluation-harness#4188
Symptom there: the article 'a' is taken for option A
Class: articles and pronouns as letters
"""
import json, os, sys
from pathlib import Path
DESK = Path(os.environ.get("DESK", ".")).resolve(); PY = os.environ.get("DESK_PY", sys.executable)
if "--in" not in sys.argv: os.execv(PY, [PY, __file__, "--in"])
sys.path.insert(0, str(DESK)); os.chdir(DESK)
import tempfile as _t; os.environ.setdefault("DATABASE_URL", f"sqlite:///{_t.mkdtemp()}/desk.db")
def verdict(wrong):
    """wrong: list of observations that differ from what was expected."""
    print("FAIL" if wrong else "PASS"); [print("  -", one) for one in wrong]; sys.exit(1 if wrong else 0)
from core.depth.answer_reading import read_answer
from core.questions import Question, QuestionType
CHOICE = dict(a="a lamp", b="a rope", c="the ledger", d="nothing at all")
def read(raw, label="b", multi=False, finish="stop"):
    kind = QuestionType.MULTI_CHOICE if multi else QuestionType.SINGLE_CHOICE
    got = read_answer(raw, Question("What did Ruth hide?", kind, CHOICE, tuple(label)), finish)
    return got.outcome.value, "".join(got.letters)
def expect(cases):
    wrong = []
    for raw, want, *more in cases:
        got = read(raw, **(more[0] if more else {})); allowed = want if isinstance(want, set) else {want}
        if got not in allowed: wrong.append(f"{raw!r} {more[0] if more else ''}: got {got}, expected {sorted(allowed)}")
    verdict(wrong)
UNREAD = {("parse_failure", ""), ("truncated", "")}
RIGHT = ("correct", "b")
expect([("The answer is B because a car moves.", RIGHT), ("I would pick B — a safe choice.", RIGHT), ("A man came in at dusk, so the answer is (B).", RIGHT), ("b. It was a rope", RIGHT), ("In a hurry she took the rope: B", {RIGHT} | UNREAD)])
