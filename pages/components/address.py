"""Choices that live in the address: they survive F5 and can be sent to somebody else.

The address holds plain names (`show=flagged`), never their translation, so a link works in
either language.
"""

from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import streamlit as st

from core.errors import DeskError
from core.ids import read_id
from pages.components.action import action
from pages.components.html import notice, plain
from pages.components.language import N_, _, keeping, language, translate
from pages.components.mirror import mirror
from pages.components.option_labels import distinct_labels

Choice = TypeVar("Choice", bound=Hashable)
STEPS = Path(__file__).with_name("address.js").read_text("utf-8")


def steps() -> None:
    """One act of the reader is one step of the browser's history, however many addresses are
    written on its way; and the page says which language it is in. To be called on every page.
    """
    spoken = f'document.documentElement.lang = "{language().replace("_", "-")}";'
    st.html(f"<script>{spoken}{keeping()}{STEPS}</script>", unsafe_allow_javascript=True)


MISSING = {
    "run": N_("Run {value} does not exist."),
    "check": N_("Check {value} does not exist."),
    "item": N_("Result {value} does not exist."),
    "draft": N_("Draft {value} does not exist."),
    "queue": N_("Queue {value} does not exist."),
    "set": N_("Question set {value} does not exist."),
    "source": N_("Novel {value} does not exist."),
    "model": N_("Model {value} does not exist."),
    "type": N_("Question type {value} does not exist."),
    "reason": N_("Reason {value} does not exist."),
    "reviewer": N_("Reviewer {value} does not exist."),
}
LONGEST = 40
"""Characters of a value that are said again."""


class UnknownChoiceError(DeskError):
    """The address asks for what there is not: a page says so, and never shows something else."""

    def __init__(self, key: str) -> None:
        template = MISSING.get(key, N_("The address has an unknown {key}: “{value}”."))
        super().__init__(template, key=key, value=st.query_params.get(key, "")[:LONGEST])
        self.key = key


@contextmanager
def known_choices() -> Iterator[None]:
    """Around a page: what the address asks for and there is not is said, with a way on."""
    try:
        yield
    except UnknownChoiceError as error:
        notice(translate(error))
        label = _("Open the page without it")
        action(label, put, right=None, key="address_unknown", args=(error.key, None))


def demand(key: str, known: Container[str]) -> None:
    """Raises UnknownChoiceError for a name in the address whose value is none of those."""
    said = st.query_params.get(key, "")
    if said and said not in known:
        raise UnknownChoiceError(key)


def number(key: str) -> int | None:
    """A number in the address, such as `run=3`; None when there is none. What is no number, or
    larger than any id, raises UnknownChoiceError.
    """
    said = st.query_params.get(key, "")
    if not said:
        return None
    if (found := read_id(said)) is None:
        raise UnknownChoiceError(key)
    return found


def page_number() -> int:
    """Which page of a list, from 1; what is no page is the first."""
    said = st.query_params.get("page", "")
    return max(1, read_id(said) or 1)


def show() -> None:
    """Write the address back as it is: a link within a page hands its query over without always
    showing it, and then F5 and a copied address would lose the place.
    """
    st.query_params.from_dict(st.query_params.to_dict())


def put(key: str, value: object | None) -> None:
    put_all({key: value})


def put_all(said: Mapping[str, object | None]) -> None:
    """Several names at once, None takes one out: one step of the browser's history, so that its
    Back leads to no address that nobody has seen.
    """
    kept = {key: value for key, value in st.query_params.to_dict().items() if key not in said}
    new = {key: str(value) for key, value in said.items() if value is not None}
    st.query_params.from_dict({**kept, **new})


def kept(*keys: str) -> dict[str, object]:
    """Those of the names that are in the address, for a link that is to keep them."""
    return {key: st.query_params[key] for key in keys if key in st.query_params}


def choose(
    widget: Literal["selectbox", "segmented_control", "pills"],
    label: str,
    key: str,
    options: Sequence[Choice],
    worded: Callable[[Choice], str],
    *,
    forgets: Sequence[str] = (),
    default: Choice | None = None,
    **more: Any,
) -> Choice:
    """Draw a choice whose value is in the address; `default`, or else the first option, stands for
    no choice.

    A change also takes the names in `forgets` out of the address. A value that is none of the
    options raises UnknownChoiceError, once the choice is drawn.
    """
    named = {_name(option): option for option in options}
    unchosen = options[0] if default is None else default
    current = named.get(st.query_params.get(key, ""), unchosen)
    # The address is the truth and the widget its mirror: links may change it at any time.
    chosen = partial(_chosen, key, unchosen, forgets)
    draw = getattr(st, widget)
    begins: dict[str, Any]
    if widget == "selectbox":
        begins, shown = {"index": options.index(current)}, worded
    else:  # these read Markdown in what they offer
        begins, shown = {"default": current, "required": True}, lambda one: plain(worded(one))
    draw(
        label,
        list(options),
        format_func=distinct_labels(options, shown),
        **mirror(f"address_{key}", current, chosen),
        **begins,
        **more,
    )
    demand(key, named)
    return current


def _chosen(key: str, default: object, forgets: Sequence[str], value: object) -> None:
    chosen = None if value == default or value is None else _name(value)
    put_all({**dict.fromkeys(forgets), key: chosen})


def search(words: str, *, forgets: Sequence[str] = ()) -> None:
    """A field for words that are looked for, as `text` in the address."""
    said = st.query_params.get("text", "")
    st.text_input(
        words,
        value=said,
        max_chars=200,
        placeholder=words,
        label_visibility="collapsed",
        **mirror("address_text", said, partial(_searched, forgets)),
    )


def _searched(forgets: Sequence[str], said: str) -> None:
    put_all({**dict.fromkeys(forgets), "text": said.strip() or None})


def _name(option: object) -> str:
    return str(getattr(option, "value", option))
