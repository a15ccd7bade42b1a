"""Signals that stop a desk: a terminal or a service manager sends them to all its processes."""

import signal

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def leave_stopping_to_parent() -> None:
    """Ignore them in a child: its parent hears them too, and ends it once its work is recorded."""
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
