"""Finds the sentences of the source code that somebody will read, by Babel's keywords."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.messages.extract import extract_from_dir

ROOT = Path(__file__).parents[2]

METHODS = {
    "core": [("**.py", "python")],
    "pages": [("**.py", "python")],
}
"""How Babel reads the files of each package."""

KEYWORDS: dict[str, tuple[int, ...]] = {
    "_": (1,),
    "_n": (1, 2),
    "N_": (1,),
    "N_n": (1, 2),
    "translate": (1,),
    "InputError": (1,),
    "ConfigurationError": (1,),
    "NotFoundError": (1,),
    "UnknownSessionError": (1,),
    "ForbiddenError": (1,),
    "ResultsNotWritten": (1,),
    "NoMoreCalls": (1,),
    "LLMError": (2,),
    "AuthenticationFailed": (1,),
    "UnreadableReply": (1,),
    "SkippedQuestion": (2,),
    "UnbuildableContext": (2,),
    "EndpointUnusable": (1,),
    "RowRefused": (1,),
    "RowIssue": (1,),
    "row_warning": (1,),
    "Note": (1,),
    "DecodingNotice": (1,),
    "Sentence": (1,),
    "lint_warning": (3,),
    "lint_error": (3,),
}
"""Calls, and which of their arguments are sentences; two are a singular and its plural."""


@dataclass(frozen=True)
class SourceMessage:
    """A sentence and its file; `plural` when it depends on a number."""

    text: str
    plural: str | None
    file: str

    @property
    def id(self) -> str | tuple[str, str]:
        return (self.text, self.plural) if self.plural else self.text


@cache  # reading all the code takes a second
def messages(root: Path = ROOT) -> tuple[SourceMessage, ...]:
    """Every sentence of the packages, in the order of their files."""
    return tuple(sorted(_messages(root), key=lambda message: message.file))


def _messages(root: Path) -> Iterator[SourceMessage]:
    for package, methods in METHODS.items():
        extracted = extract_from_dir(root / package, method_map=methods, keywords=KEYWORDS)
        for file, _line, message, _comments, _context in extracted:
            text, plural = message if isinstance(message, tuple) else (message, None)
            yield SourceMessage(text, plural, f"{package}/{Path(file).as_posix()}")
