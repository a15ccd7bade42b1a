"""The other product's side of `copy_peer`, run by the interpreter it is installed in.

Told texts and word lists in a first line of JSON; answers every further line with the seconds of
processor time that checking all texts took, and what was found in each.
"""

import asyncio
import json
import sys
import time
from importlib.metadata import version
from typing import Any

from guardrails import instantiate_guardrails, run_guardrails  # type: ignore[import-not-found]
from guardrails.runtime import ConfigBundle  # type: ignore[import-not-found]


class _Context:
    """Its rules want an object, and read nothing of it."""


def main() -> None:
    asked = json.loads(sys.stdin.readline())
    rules = [{"name": name, "config": config} for name, config in asked["rules"]]
    guardrails = instantiate_guardrails(ConfigBundle(guardrails=rules))
    _say({"version": version("openai-guardrails")})
    for _ in sys.stdin:
        _say(asyncio.run(_checked(guardrails, asked["texts"])))


async def _checked(guardrails: Any, texts: list[str]) -> dict[str, Any]:
    started, found = time.process_time(), []
    for text in texts:
        results = await run_guardrails(
            _Context(),
            text,
            "text/plain",
            guardrails,
            suppress_tripwire=True,
            raise_guardrail_errors=True,
        )
        found.append([result.tripwire_triggered for result in results])
    return {"seconds": time.process_time() - started, "found": found}


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.write(f"{json.dumps(answer)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
