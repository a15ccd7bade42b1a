"""Processes of the product start from one that has it imported: in 20 ms instead of 2 s.

`python -m core ...` spends its first seconds importing, which hundreds of tests need not prove.
`install` makes `subprocess` (and asyncio, which uses it) hand such commands to a warm process,
which forks: what comes of it is a process of its own and a child of the test's process, with its
own arguments, environment, folder and streams, to be signalled, killed and waited for as any
other. What the app and a worker start themselves is forked likewise, by a warm process of their
own. Everything else starts as ever, and so does everything where there is no Linux or with
DESK_COLD_STARTS=1.

Run as a program this module is the warm process.
"""

import atexit
import ctypes
import gc
import importlib
import json
import os
import pkgutil
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).parents[1]
WARM = (
    "core",
    "core.worker.isolation",
    "db.migrations",
    "tests.openai_server",
    "tests.core.cli.every_command",
    "tests.core.llm.caller",
    "tests.core.ops.holding",
    "tests.core.services.answers.crashing",
    "streamlit",
)
"""The modules that are forked when they are run by `-m`."""
_STARTING_OTHERS = (["core", "worker"], ["streamlit", "run"])
"""Of these, the processes that start others."""
_SERVED_WITH = ("streamlit.web.cli", "streamlit.web.bootstrap", "streamlit.web.server")

_LONGEST_REQUEST = 1_000_000
_PR_SET_CHILD_SUBREAPER = 36
_ONE_AT_A_TIME = threading.Lock()
"""Also when the warm process starts: with two, one thread would disown what another waits for."""
_cold_start = subprocess.Popen._execute_child  # type: ignore[attr-defined]


def install() -> None:
    if sys.platform == "linux" and os.environ.get("DESK_COLD_STARTS") != "1":
        subprocess.Popen._execute_child = _start  # type: ignore[attr-defined]


def uninstall() -> None:
    subprocess.Popen._execute_child = _cold_start  # type: ignore[attr-defined]


def _start(
    self: Any,
    args: Any,
    executable: Any,
    preexec_fn: Any,
    close_fds: bool,
    pass_fds: Any,
    cwd: Any,
    env: Any,
    *rest: Any,
) -> None:
    """In the place of `Popen._execute_child`, with its parameters."""
    environ = dict(os.environ if env is None else env)
    is_plain = preexec_fn is None and executable is None and not pass_fds and not any(rest[10:13])
    if not (is_plain and _is_warm(args, environ)):
        _cold_start(self, args, executable, preexec_fn, close_fds, pass_fds, cwd, env, *rest)
        return
    pipes = rest[3:9]
    streams = [
        given if given != -1 else own for own, given in enumerate((pipes[0], pipes[3], pipes[5]))
    ]
    request = {"args": [os.fsdecode(arg) for arg in args[2:]], "environ": environ}
    request["cwd"] = os.fsdecode(cwd or Path.cwd())
    with _ONE_AT_A_TIME:
        server = _server()
    self.pid = server.start(request, streams)
    self._child_created = True
    self._close_pipe_fds(*pipes)


def _is_warm(args: Any, environ: dict[str, str]) -> bool:
    """Whether it is one of our modules, under the interpreter that this process has."""
    return (
        not isinstance(args, (str, bytes))
        and list(args[:2]) == [sys.executable, "-m"]
        and args[2] in WARM
        and _interpreter(environ) == _OURS
    )


def _interpreter(environ: dict[str, str]) -> dict[str, str]:
    """What of an environment Python reads as it starts, and nobody can make good afterwards."""
    return {
        name: value
        for name, value in environ.items()
        if name.startswith("PYTHON") and name != "PYTHONPATH"
    }


_OURS = _interpreter(dict(os.environ))


class _Server:
    """The warm process, as the tests see it."""

    def __init__(self, ours: socket.socket) -> None:
        self.ours = ours
        self.libc = ctypes.CDLL(None)

    def start(self, request: dict[str, Any], streams: list[int]) -> int:
        """The id of the new process."""
        with _ONE_AT_A_TIME:
            self.libc.prctl(_PR_SET_CHILD_SUBREAPER, 1)
            try:
                socket.send_fds(self.ours, [json.dumps(request).encode()], streams)
                child = int(self.ours.recv(100))
                self.ours.recv(100)  # who stood between has ended, so that the child is ours
                return child
            finally:
                self.libc.prctl(_PR_SET_CHILD_SUBREAPER, 0)


_SERVERS: list[_Server] = []
"""One at most."""
_PROCESSES: list["subprocess.Popen[bytes]"] = []


def _server() -> _Server:
    if not _SERVERS:
        ours, theirs = _connection()
        with theirs:
            command = [sys.executable, "-m", "tests.warm_starts", str(theirs.fileno())]
            _PROCESSES.append(
                subprocess.Popen(
                    command, pass_fds=[theirs.fileno()], cwd=ROOT, stdin=subprocess.DEVNULL
                )
            )
        _SERVERS.append(_Server(ours))
    return _SERVERS[0]


def _connection() -> tuple[socket.socket, socket.socket]:
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def _serve(asked: socket.socket) -> list[str]:
    """Forks for each request; returns in each fork, with the arguments it is to run with."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is forked hears it
    while True:
        said, streams, *_ = socket.recv_fds(asked, _LONGEST_REQUEST, 3)
        if not said:
            os._exit(0)
        if (between := os.fork()) == 0:
            itself = os.getpid()
            if (child := os.fork()) == 0:
                while os.getppid() == itself:  # who looks for its parent finds who asked for it
                    time.sleep(0.001)
                asked.close()
                request = json.loads(said)
                if request["args"][:2] in _STARTING_OTHERS:
                    _keep_warm(streams)
                return _become(request, streams)
            # Orphaned at once, the child becomes one of the process that asked for it.
            asked.send(str(child).encode())
            os._exit(0)
        for stream in streams:
            os.close(stream)
        os.waitpid(between, 0)
        asked.send(b"ours")


def _keep_warm(streams: list[int]) -> None:
    """A process as warm as this one still is, for what this one will start."""
    ours, theirs = _connection()
    if os.fork() == 0:
        ours.close()
        for stream in streams:
            os.close(stream)
        nothing = os.open(os.devnull, os.O_RDWR)
        for own in range(3):
            os.dup2(nothing, own)
        os.close(nothing)
        _run(_serve(theirs))
    theirs.close()
    _SERVERS[:] = [_Server(ours)]
    install()


def _become(request: dict[str, Any], streams: list[int]) -> list[str]:
    for own, given in enumerate(streams):
        os.dup2(given, own)
        os.close(given)
    os.environ.clear()
    os.environ.update(request["environ"])
    time.tzset()
    os.chdir(request["cwd"])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.path[0] = request["cwd"]
    more = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    sys.path[1:1] = [path for path in more if path not in sys.path]
    if any(Path(path, "sitecustomize.py").exists() for path in more):
        sys.modules.pop("sitecustomize", None)
        importlib.import_module("sitecustomize")
    arguments: list[str] = request["args"]
    return arguments


def _warm_up() -> None:
    gc.disable()
    import core

    for found in pkgutil.walk_packages(core.__path__, "core."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    for name in (*WARM, *_SERVED_WITH):
        importlib.import_module(name)
    _read_once()
    assert threading.active_count() == 1, "a fork has none of its parent's threads"
    gc.freeze()
    gc.enable()


def _read_once() -> None:
    """What every process that needs it reads from the product's own files, and never again."""
    from core.locale import LANGUAGES, wording
    from core.text import AVAILABLE_TOKENIZERS, load_tokenizer
    from core.verification.claims import reader_acts
    from core.verification.copy_text import written_prices
    from core.verification.policy.files import shipped_policies

    for tokenizer in AVAILABLE_TOKENIZERS:
        load_tokenizer(tokenizer)
    for language in LANGUAGES:
        wording(language)
    shipped_policies()
    for pattern in (written_prices._PRICES, *(form.pattern for form in reader_acts._FORMS)):
        _ = pattern.screen, pattern.exact


def _end(code: int) -> None:
    """As a process ends, but for taking apart all that was imported, which takes 0.1 s."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):  # full, or closed
        sys.exit(code)  # says so in its own way
    os._exit(code)


def _run(arguments: list[str]) -> NoReturn:
    module, *_ = sys.argv = arguments
    warnings.filterwarnings("ignore", category=RuntimeWarning, module="runpy")
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        if ended.code is not None and not isinstance(ended.code, int):
            raise
        _end(ended.code or 0)
    _end(0)


if __name__ == "__main__":
    _warm_up()
    _run(_serve(socket.socket(fileno=int(sys.argv[1]))))
