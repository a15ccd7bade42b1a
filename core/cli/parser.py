"""argparse in the command's language, with help that wraps Chinese."""

import argparse
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, TypeAlias

from core.cli.language import N_, N_n, _, language
from core.cli.text_width import has_wide, wrapped
from core.locale import wording

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""The subparsers object that commands add their parsers to."""
ARGPARSE_WORDS = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("the following arguments are required: %s"),
    N_("one of the arguments %s is required"),
    N_("not allowed with argument %s"),
    N_("unrecognized arguments: %s"),
    N_("ignored explicit argument %r"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
    *N_n("expected %s argument", "expected %s arguments"),
)
"""argparse's messages to users; its messages to programmers stay English."""
_ABOUT_ARGUMENT = re.compile(r"argument (?P<name>\S+): (?P<message>.*)", re.DOTALL)


class HelpFormatter(argparse.HelpFormatter):
    """argparse's formatter, which also breaks lines between Chinese characters."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width) if has_wide(text) else super()._split_lines(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if not has_wide(text):
            return super()._fill_text(text, width, indent)
        return "\n".join(indent + line for line in wrapped(text, width - len(indent)))


class CommandParser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(**{"formatter_class": HelpFormatter, **options})

    def error(self, message: str) -> NoReturn:
        # argparse of Python 3.11 does not translate this prefix.
        if about := _ABOUT_ARGUMENT.fullmatch(message):
            message = _("argument {name}: {message}").format(**about.groupdict())
        super().error(message)


@contextmanager
def argparse_translated() -> Iterator[None]:
    """Let argparse translate by our catalogue rather than the system's.

    It looks up the names `_` and `ngettext` in its own module, so those are replaced.
    """
    spoken = wording(language())
    names = vars(argparse)
    originals = {name: names[name] for name in ("_", "ngettext")}
    names.update(_=spoken, ngettext=spoken.catalogue.ngettext)
    try:
        yield
    finally:
        names.update(originals)
