"""A process that makes so many calls at once, of the same limits as other processes do."""

import asyncio
import sys

from core.llm import open_client
from core.llm.connection import Connection
from tests.core.llm.asked import prompt


async def main(url: str, address: str, calls: int) -> None:
    connection = Connection(name="x", base_url=url, model="m", max_concurrency=4)
    client = open_client(connection, {}, shared_by=address)
    print("ready", flush=True)
    await asyncio.gather(*(client.complete(prompt(str(n))) for n in range(calls)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
