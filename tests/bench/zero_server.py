"""`python -m tests.bench.zero_server PORT`: a server that speaks the OpenAI protocol and answers at
once, with the quote that the desk's made-up questions ask for. GET /last gives the last prompt.
"""

import json
import re
import sys

from aiohttp import web

_NUMBER = re.compile(r"lamp number (\d+)")
_LAST: list[object] = []


async def chat(request: web.Request) -> web.Response:
    asked = await request.json()
    _LAST[:] = asked["messages"]
    number = _NUMBER.findall(asked["messages"][-1]["content"])[-1]
    said = {
        "answer": ["a"],
        "evidence": f"The lamp number {number} stood on shelf {number}",
        "is_answerable": True,
        "confidence": "high",
        "reasoning": "",
    }
    message = {"role": "assistant", "content": json.dumps(said)}
    return web.json_response(
        {
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": asked["model"],
            "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
            "usage": {"prompt_tokens": 300, "completion_tokens": 40, "total_tokens": 340},
        }
    )


async def last(_request: web.Request) -> web.Response:
    return web.json_response(_LAST)


def main() -> None:
    app = web.Application(client_max_size=10**8)
    app.router.add_post("/v1/chat/completions", chat)
    app.router.add_get("/last", last)
    web.run_app(app, port=int(sys.argv[1]), host="127.0.0.1", access_log=None, print=None)


if __name__ == "__main__":
    main()
