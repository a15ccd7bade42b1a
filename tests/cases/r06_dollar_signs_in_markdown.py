"""r06_dollar_signs_in_markdown
Source: streamlit/streamlit#8099, #4579, #11264
Symptom there: text between two dollar signs becomes a formula
Class: text shown as Markdown
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
sys.argv = ["x"]
from pages.components.html import plain
got = plain("It cost $5 and then $10. :red[no] :smile: *a* [x](http://y.z)")
verdict([] if "\\$5" in got and "\\$10" in got and "\\:red\\[" in got else [got])
