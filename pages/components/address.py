"""Choices kept in the address: they survive F5 and can be sent as a link.

The address holds plain names (`show=flagged`), never their translation, so a link works in
either language.
"""

from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import streamlit as st

from core.errors import DeskError, NotFoundError
from core.ids import read_id
from pages.components.action import action
from pages.components.html import notice, page_title, plain
from pages.components.language import N_, _, keeping, language, translate
from pages.components.mirror import mirror
from pages.components.option_labels import distinct_labels

ChoiceT = TypeVar("ChoiceT", bound=Hashable)
HISTORY_SCRIPT = Path(__file__).with_name("address.js").read_text("utf-8")


def load_history_script() -> None:
    """Load the script that makes each action of the reader one step of the browser's history,
    however often the address is written, and sets the page's language. Call it on every page.
    """
    language_script = f'document.documentElement.lang = "{language().replace("_", "-")}";'
    st.html(
        f"<script>{language_script}{keeping()}{HISTORY_SCRIPT}</script>",
        unsafe_allow_javascript=True,
    )


MISSING = {
    "run": N_("Run {value} does not exist."),
    "check": N_("Check {value} does not exist."),
    "item": N_("Result {value} does not exist."),
    "draft": N_("Draft {value} does not exist."),
    "loop": N_("Loop {value} does not exist."),
    "gate_run": N_("Run of cases {value} does not exist."),
    "trace": N_("Answer {value} does not exist."),
    "npc": N_("NPC {value} does not exist."),
    "queue": N_("Queue {value} does not exist."),
    "set": N_("Question set {value} does not exist."),
    "source": N_("Novel {value} does not exist."),
    "model": N_("Model {value} does not exist."),
    "type": N_("Question type {value} does not exist."),
    "reason": N_("Reason {value} does not exist."),
    "reviewer": N_("Reviewer {value} does not exist."),
}
LONGEST = 40
"""Characters of a value that an error message repeats."""


class UnknownChoiceError(DeskError):
    """The address names something that does not exist; the page says so and shows nothing else."""

    def __init__(self, key: str) -> None:
        template = MISSING.get(key, N_("The address has an unknown {key}: “{value}”."))
        super().__init__(template, key=key, value=st.query_params.get(key, "")[:LONGEST])
        self.key = key


@contextmanager
def under_title(title: str) -> Iterator[None]:
    """Draw the page's title above the error if what the address asks for does not exist: the page
    draws its own, or that of a run or a set, once it is read.
    """
    try:
        yield
    except (UnknownChoiceError, NotFoundError):
        page_title(title)
        raise


@contextmanager
def known_choices() -> Iterator[None]:
    """Show an UnknownChoiceError of a page, with a button that opens the page without it."""
    try:
        yield
    except UnknownChoiceError as error:
        notice(translate(error))
        label = _("Open the page without it")
        action(label, put, right=None, key="address_unknown", args=(error.key, None))


def demand(key: str, allowed_values: Container[str]) -> None:
    """Raise UnknownChoiceError if the parameter has none of the allowed values."""
    value = st.query_params.get(key, "")
    if value and value not in allowed_values:
        raise UnknownChoiceError(key)


def number(key: str) -> int | None:
    """A number in the address, such as `run=3`, if any. Raises UnknownChoiceError for anything
    but a number, or one larger than any id.
    """
    text = st.query_params.get(key, "")
    if not text:
        return None
    if (value := read_id(text)) is None:
        raise UnknownChoiceError(key)
    return value


def page_number() -> int:
    """The page of a list, from 1; the first if the address has no valid one."""
    text = st.query_params.get("page", "")
    return max(1, read_id(text) or 1)


def show() -> None:
    """Write the address back unchanged: after a link within a page the browser does not always
    show the query, and F5 would lose it.
    """
    st.query_params.from_dict(st.query_params.to_dict())


def put(key: str, value: object | None) -> None:
    put_all({key: value})


def put_all(changes: Mapping[str, object | None]) -> None:
    """Set several parameters at once, None removes one: a single step of the browser's history."""
    unchanged = {
        key: value for key, value in st.query_params.to_dict().items() if key not in changes
    }
    added = {key: str(value) for key, value in changes.items() if value is not None}
    st.query_params.from_dict({**unchanged, **added})


def current(*keys: str) -> dict[str, object]:
    """The parameters among `keys` that are set, for a link that keeps them."""
    return {key: st.query_params[key] for key in keys if key in st.query_params}


def choose(
    widget: Literal["selectbox", "segmented_control", "pills"],
    label: str,
    key: str,
    options: Sequence[ChoiceT],
    format_option: Callable[[ChoiceT], str],
    *,
    forgets: Sequence[str] = (),
    default: ChoiceT | None = None,
    **widget_options: Any,
) -> ChoiceT:
    """Draw a choice kept in the address; `default`, or else the first option, means no choice.

    A change also removes the parameters in `forgets`. Raises UnknownChoiceError, once the choice
    is drawn, if the address has none of the options.
    """
    option_by_name = {_name(option): option for option in options}
    default_option = options[0] if default is None else default
    current_option = option_by_name.get(st.query_params.get(key, ""), default_option)
    # The widget mirrors the address, which links may change at any time.
    on_choice = partial(_put_choice, key, option_by_name, default_option, forgets)
    draw = getattr(st, widget)
    initial: dict[str, Any]
    if widget == "selectbox":
        initial = {"index": options.index(current_option)}
        format_label = format_option
    else:  # pills and segmented controls render Markdown in their options
        initial = {"default": current_option, "required": True}

        def format_label(option: ChoiceT) -> str:
            return plain(format_option(option))

    draw(
        label,
        list(options),
        format_func=distinct_labels(options, format_label),
        **mirror(f"address_{key}", current_option, on_choice),
        **initial,
        **widget_options,
    )
    demand(key, option_by_name)
    return current_option


def _put_choice(
    key: str,
    option_by_name: Mapping[str, object],
    default: object,
    forgets: Sequence[str],
    value: object,
) -> None:
    name = None if value == default or value is None else _name(value)
    if name is not None and name not in option_by_name:
        # The browser still held the label of an option that only another view offers.
        return
    put_all({**dict.fromkeys(forgets), key: name})


def search(label: str, *, forgets: Sequence[str] = ()) -> None:
    """Draw a search field, kept as `text` in the address."""
    text = st.query_params.get("text", "")
    st.text_input(
        label,
        value=text,
        max_chars=200,
        placeholder=label,
        label_visibility="collapsed",
        **mirror("address_text", text, partial(_put_search_text, forgets)),
    )


def _put_search_text(forgets: Sequence[str], text: str) -> None:
    put_all({**dict.fromkeys(forgets), "text": text.strip() or None})


def _name(option: object) -> str:
    return str(getattr(option, "value", option))
