"""r01_forms_of_citation_marks
Source: devflowinc/trieve#2202; toufiqfarhan0/deptrace#40; SciPhi-AI/R2R#1955
Symptom there: marks such as [E1, E2], ranges or the vendor's own are not linked
Class: forms of citation marks: a true, cited answer is refused
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
import subprocess, tempfile, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
STORY = "The ferry did not run that week. " * 40 + "Ruth tied the rope to the beam above the stairs. " + "Rain fell on the slates until dawn. " * 40
GOOD = json.dumps(dict(answer="b", evidence="Ruth tied the rope to the beam above the stairs.", is_answerable=True, confidence="high", reasoning="it says so"))
def completion(content=GOOD, finish="stop", message=None, **more):
    said = {"role": "assistant", "content": content, **(message or {})}
    return {"id": "c1", "object": "chat.completion", "created": 1, "model": "m", "choices": [{"index": 0, "message": said, "finish_reason": finish}], "usage": {"prompt_tokens": 900, "completion_tokens": 40, "total_tokens": 940}, **more}
def error(message, **more): return {"error": {"message": message, **more}}
class Server(ThreadingHTTPServer):
    def handle_error(self, *a): pass
class Fake:
    """A small server of our own; answer(body, n) -> (status, headers, object or bytes)."""
    def __init__(self, answer):
        self.calls = []; fake = self
        class H(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                fake.calls.append(body)
                status, headers, out = answer(body, len(fake.calls))
                out = out if isinstance(out, bytes) else json.dumps(out, ensure_ascii=False).encode()
                self.send_response(status)
                for k, v in {"Content-Type": "application/json", **headers}.items(): self.send_header(k, v)
                self.send_header("Content-Length", str(len(out))); self.end_headers(); self.wfile.write(out)
            def log_message(self, *a): pass
        for port in range(8701, 8750):
            try: self.server = Server(("127.0.0.1", port), H); break
            except OSError: continue
        self.url = f"http://127.0.0.1:{port}/v1"; threading.Thread(target=self.server.serve_forever, daemon=True).start()
def row(i=0): return dict(id=f"q{i}", question=f"What did Ruth tie to the beam ({i})?", question_type="single_choice", choice=dict(a="a lamp", b="a rope", c="a bell", d="nothing"), answer=["b"])
def command(name, fake, args, story, rows):
    d = Path(tempfile.mkdtemp(prefix="a7")); (d / "novel.txt").write_text(story)
    (d / "q.jsonl").write_text("\n".join(json.dumps(r, ensure_ascii=False) for r in rows))
    (d / "c.toml").write_text(f'[x]\nbase_url = "{fake.url}"\nmodel = "m"\napi_key_env = "A7_KEY"\n')
    env = {**os.environ, "DATABASE_URL": f"sqlite:///{d}/desk.db", "DESK_CONNECTIONS": str(d / "c.toml"), "A7_KEY": "sk-a7"}
    p = subprocess.run(["nice", "-n", "5", PY, "-m", "core", name, "--novel", str(d / "novel.txt"), "--questions", str(d / "q.jsonl"), "--out", str(d / "r.jsonl"), "--connection", "x", "--model", "m", *args], cwd=DESK, env=env, capture_output=True, text=True, timeout=200)
    fake.server.shutdown()
    lines = [json.loads(x) for x in (d / "r.jsonl").read_text().splitlines()] if (d / "r.jsonl").exists() else []
    return p.returncode, lines, p.stdout + p.stderr
def validate(answer, n=1, story=STORY):
    """-> (exit code, results' validation objects, output, fake) of `python -m core validate --context whole`."""
    fake = Fake(answer); rc, lines, said = command("validate", fake, ["--context", "whole", "--quiet"], story, [row(i) for i in range(n)])
    return rc, [x["validation"] for x in lines], said, fake
from core.evidence_gate.assertions.citation_marks import marked_sentences
wrong = []
for text, want in [("The tower was rebuilt in 1788 [1].", (1,)), ("It was rebuilt in 1788 [1, 2].", (1, 2)), ("敦本堂倡建于1788年【1】。", (1,)), ("It was rebuilt in 1788 [1-3].", (1, 2, 3)), ("It was rebuilt in 1788 [1; 2].", (1, 2)), ("It was rebuilt in 1788 [^1].", (1,)), ("It was rebuilt in 1788 [Source 1].", (1,)), ("It was rebuilt in 1788 [citation:1].", (1,)), ("It was rebuilt in 1788 【1†source】.", (1,)), ("敦本堂倡建于1788年[资料1]。", (1,)), ("敦本堂倡建于1788年〔1〕。", (1,)), ("It was rebuilt in 1788 [[1]].", (1,))]:
    got = marked_sentences(text)
    if [m.cited for m in got] != [want] or "[" in got[0].text or "†" in got[0].text: wrong.append(f"{text!r}: cites {[m.cited for m in got]}, text {got[0].text!r}; expected {want}")
d = Path(tempfile.mkdtemp(prefix="a7"))
for mark in ("[1]。", "[来源1]。", "[^1]。", "【1†source】。", "〔1〕。"):
    answer = json.dumps({"answer": "嘉靖二十一年，思齐公出银倡建祠堂，名曰敦本堂" + mark, "abstained": False}, ensure_ascii=False)
    fake = Fake(lambda b, n: (200, {}, completion(answer)))
    (d / "c.toml").write_text(f'[x]\nbase_url = "{fake.url}"\nmodel = "m"\napi_key_env = "A7_KEY"\n')
    p = subprocess.run([PY, "-m", "core", "ask", "敦本堂是哪一年倡建的？", "--json", "--connection", "x"], cwd=DESK, env={**os.environ, "DATABASE_URL": f"sqlite:///{d}/a.db", "DESK_CONNECTIONS": str(d / "c.toml"), "A7_KEY": "k"}, capture_output=True, text=True)
    fake.server.shutdown(); r = json.loads(p.stdout)
    if r["policy_mode"] != "normal": wrong.append(f"ask, answer ends in {mark!r}: {r['policy_mode']}, {r['answer_text'][:24]!r}...; expected the answer, which the passage bears out word for word")
verdict(wrong)
