"""r08_numbers_and_many_rows
Source: asreview/asreview#1062; bstruct/vscode-bigquery#74; HumanSignal/label-studio#1941
Symptom there: long integers overflow or are rounded; too many SQL variables on export
Class: storage of odd values and of many rows
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
import tempfile
d = tempfile.mkdtemp(prefix="a7"); os.environ["DATABASE_URL"] = f"sqlite:///{d}/x.db"
from core.settings import Settings
from core.ops.preparing import prepare
from core.services.library import add_source, add_question_set, preview_questions
from core.services.library.views import set_questions
from core.questions.writer import write_questions
engine = prepare(Settings.from_environment())
source = add_source(engine, ("The ferry did not run that week. " * 60).encode(), file_name="n.txt", max_bytes=10**8)
base = dict(question_type="single_choice", choice=dict(a="x", b="y"), answer=["b"], position=dict(start_pos=0, end_pos=50))
odd = [dict(isbn=97801430312345678901234567), dict(x=-2**70), dict(i=9007199254740993), dict(f=0.1, g=1e-320), dict(n=None, t=True, e="")]
rows = [{**base, **odd[i % 5], "question": f"What did Ruth tie number {i}?"} for i in range(40000)]
read = preview_questions("\n".join(json.dumps(r) for r in rows).encode(), file_name="q.jsonl", max_bytes=10**9)
added = add_question_set(engine, read, source_id=source.source_id, title=None, tokenizer="cl100k_base", file_name="q.jsonl")
stored = [s.question for s in set_questions(engine, added.set_id, limit=50000)]
wrong = []
if len(stored) != 40000: wrong.append(f"{len(stored)} of 40000 stored")
wrong += [f"{dict(stored[i].extra)} for {odd[i]}" for i in range(5) if dict(stored[i].extra) != odd[i]]
back = [json.loads(x) for x in write_questions(stored, "jsonl").splitlines()]
wrong += [f"export: {back[i]}" for i in range(5) if any(back[i].get(k, 0) != v for k, v in odd[i].items())]
again = add_question_set(engine, read, source_id=source.source_id, title=None, tokenizer="cl100k_base", file_name="q.jsonl")
if not again.already_there: wrong.append("the same file was added twice (langfuse/langfuse#12938)")
verdict(wrong)
