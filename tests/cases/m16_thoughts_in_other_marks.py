"""m16_thoughts_in_other_marks
Source: vllm-project/tpu-inference#3518; NVIDIA/TensorRT-LLM#9256; ml-explore/mlx-lm#1867; LostRuins/koboldcpp#1745
Symptom there: the chain of thought is scored instead of the answer
Class: only <think|thinking|reasoning> are thoughts
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
expect([(raw, RIGHT) for raw in (
 "[THINK]The answer is A. Hmm, the cellar scene says otherwise.[/THINK]B",
 "<|channel|>analysis<|message|>The answer is A? Let me check.<|end|><|start|>assistant<|channel|>final<|message|>B<|return|>",
 "analysisThe answer is A, maybe.assistantfinalB",
 "<seed:think>The answer is A.</seed:think>B", "<thought>The answer is A.</thought>B", "<scratchpad>The answer is A.</scratchpad>\nB",
 "◁think▷The answer is A.◁/think▷The answer is B.", "<|START_THINKING|>The answer is A.<|END_THINKING|><|START_RESPONSE|>B<|END_RESPONSE|>",
 "<|begin_of_thought|>The answer is A.<|end_of_thought|><|begin_of_solution|>The answer is B.<|end_of_solution|>",
)] + [("<think>The answer is A.</think>B", RIGHT)] + [("[THINK]The answer is A, I believe, because", UNREAD, dict(finish="length"))])
