"""r02_csv_mark_for_excel
Source: nautobot/nautobot#6910; funstory-ai/BabelDOC#575; doccano/doccano#1441
Symptom there: Chinese in an exported CSV is garbled in Excel
Class: encoding of exports
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
from core.questions import Question, QuestionType
from core.questions.writer import write_questions
out = write_questions([Question("露丝藏了什么？", QuestionType.SINGLE_CHOICE, dict(a="灯", b="=1+1"), ("b",))], "csv")
verdict([w for w in ("no UTF-8 mark" if not out.startswith(b"\xef\xbb\xbf") else "", "a formula is not guarded" if b"'=1+1" not in out else "", "Chinese lost" if "露丝" not in out.decode("utf-8-sig") else "") if w])
