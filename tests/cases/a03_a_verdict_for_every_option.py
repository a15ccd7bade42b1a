"""a03_a_verdict_for_every_option
Source: aniri15/OPD-V#2; open-compass/opencompass#2600; openai/simple-evals#33
Symptom there: the first option letter of the reply is taken as the answer
Class: the first letter of a list of verdicts is read as the answer
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
expect([("A: no. B: yes. C: no. D: no.", {RIGHT} | UNREAD), ("A) No\nB) Yes\nC) No\nD) No", {RIGHT} | UNREAD), ("A: incorrect\nB: correct\nC: incorrect\nD: incorrect", {RIGHT} | UNREAD), ("A. 错误\nB. 正确\nC. 错误\nD. 错误", {RIGHT} | UNREAD), ("A：不符合。B：符合。C：不符合。D：不符合。", {RIGHT} | UNREAD), ("A错误，B正确，C错误，D错误。", RIGHT), ("I considered (A), but it is incorrect. Final answer: B.", RIGHT)])
