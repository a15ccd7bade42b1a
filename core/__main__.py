"""`python -m core ...`: the desk without a browser."""

from typing import NoReturn

from core.cli.interrupts import end_quietly_at_interrupt, exit_with


def evidence_desk(prog: str = "evidence-desk") -> NoReturn:
    """The command of an installed desk, `evidence-desk`: the same as `python -m core`."""
    end_quietly_at_interrupt()
    from core.cli.main import main  # noqa: PLC0415 - a second of imports

    exit_with(main(prog=prog))


if __name__ == "__main__":
    evidence_desk("python -m core")
