"""Another host: a network namespace joined to this one by a cable that can be cut."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

_NET = "10.213.{n}"
_NAMESPACES = Path("/var/run/netns")


@dataclass(frozen=True)
class OtherHost:
    name: str
    here: str
    """The address that this host has for the other."""

    @property
    def within(self) -> tuple[str, ...]:
        """The command that runs another one there."""
        return ("ip", "netns", "exec", self.name)

    def cut(self) -> None:
        """Nothing arrives any more, in either direction, and nobody is told."""
        _run("ip", "-n", self.name, "link", "set", "cable", "down")

    def join(self) -> None:
        _run("ip", "-n", self.name, "link", "set", "cable", "up")


@contextmanager
def other_host() -> Iterator[OtherHost]:
    """Skips, with the reason, where namespaces of the network may not be made."""
    if not shutil.which("ip"):
        pytest.skip("no `ip` command here (iproute2)")
    name, ours, net = next(filter(_is_ours, map(_names, range(1, 250))))
    try:
        peer = ("type", "veth", "peer", "name", "cable", "netns", name)
        _run("ip", "link", "add", ours, *peer)
        _run("ip", "address", "add", f"{net}.1/24", "dev", ours)
        _run("ip", "link", "set", ours, "up")
        _run("ip", "-n", name, "address", "add", f"{net}.2/24", "dev", "cable")
        _run("ip", "-n", name, "link", "set", "lo", "up")
        _run("ip", "-n", name, "link", "set", "cable", "up")
        yield OtherHost(name, f"{net}.1")
    finally:
        _run("ip", "netns", "delete", name)  # and the cable with it


def _names(n: int) -> tuple[str, str, str]:
    """Of a namespace, of the cable's end on this host, and of their net."""
    return f"desk-{n}", f"desk{n}", _NET.format(n=n)


def _is_ours(names: tuple[str, str, str]) -> bool:
    """Whether the namespace is made now; False where somebody has one of that name."""
    try:
        _run("ip", "netns", "add", names[0])
    except subprocess.CalledProcessError as error:
        if not (_NAMESPACES / names[0]).exists():
            pytest.skip(f"no network of its own may be made here: {error.stderr.strip()}")
        return False
    return True


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)
