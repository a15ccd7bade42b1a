"""A process that holds the desk until its standard input ends: `python -m ... KIND`.

KIND is a kind of process, or `alone`.
"""

import sys

from core.ops.database import desk_alone, using_desk
from core.queue.desk_lock import Process
from core.settings import Settings


def main(kind: str) -> None:
    settings = Settings.from_environment()
    with desk_alone(settings) if kind == "alone" else using_desk(settings, Process(kind)):
        print("held", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
