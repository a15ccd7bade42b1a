"""Depth tests of three sizes: what each asks, as the form's own choices."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.depth import Control, DepthMode
from pages.components.action import guarded
from pages.components.html import caption
from pages.components.language import N_, _
from pages.components.page_state import (
    DEPTH_CONTROLS,
    DEPTH_LENGTHS,
    DEPTH_MODE,
    DEPTH_PRESET,
    DEPTH_PRESET_FOR,
    DEPTH_REPEATS,
    StateKey,
)
from pages.components.wording import LabelledTerm, term_meaning, term_name

QUICK, STANDARD, FULL = "quick", "standard", "full"
PRESETS: dict[str, LabelledTerm] = {
    QUICK: LabelledTerm(
        N_("Quick"),
        N_(
            "Two lengths, each question once per length, rotating through five depths; oracle "
            "control only."
        ),
    ),
    STANDARD: LabelledTerm(
        N_("Standard"),
        N_("Three lengths, each question at every depth; all controls."),
    ),
    FULL: LabelledTerm(
        N_("Full"),
        N_("Every length that fits the novel, every depth, three repetitions; all controls."),
    ),
}
EVERY_LENGTH = ("2K", "4K", "8K", "16K", "32K", "64K", "128K")


@dataclass(frozen=True, slots=True)
class DepthPreset:
    """Values of the form's widgets."""

    lengths: tuple[str, ...]
    mode: DepthMode
    controls: tuple[Control, ...]
    repeats: int = 1

    @property
    def widgets(self) -> Sequence[tuple[StateKey[Any], Any]]:
        return (
            (DEPTH_LENGTHS, list(self.lengths)),
            (DEPTH_MODE, self.mode.value),
            (DEPTH_CONTROLS, [control.value for control in self.controls]),
            (DEPTH_REPEATS, self.repeats),
        )


def preset_of(name: str, novel_tokens: int) -> DepthPreset:
    """The preset with only the lengths that fit into a novel of `novel_tokens`."""
    controls = tuple(Control)
    fitting = tuple(
        length for length in EVERY_LENGTH if int(length.removesuffix("K")) * 1000 <= novel_tokens
    )
    shortest = fitting or EVERY_LENGTH[:1]
    if name == QUICK:
        lengths = tuple(dict.fromkeys((shortest[0], shortest[min(2, len(shortest) - 1)])))
        return DepthPreset(lengths, DepthMode.UNIFORM, (Control.ORACLE,))
    if name == FULL:
        return DepthPreset(shortest, DepthMode.CROSSED, controls, repeats=3)
    return DepthPreset(shortest[:3], DepthMode.CROSSED, controls)


def choose_preset(novel_tokens: int, set_id: int) -> None:
    """Draw the choice of a preset, which fills the form, and whether the form was changed."""
    if DEPTH_PRESET_FOR.get() != set_id:
        DEPTH_PRESET_FOR.set(set_id)
        DEPTH_PRESET.set(STANDARD)
        _set(STANDARD, novel_tokens)
    preset = st.segmented_control(
        _("Size of the test"),
        list(PRESETS),
        format_func=lambda name: term_name(PRESETS, name),
        key=DEPTH_PRESET.name,
        required=True,
        on_change=guarded(_choose),
        args=(novel_tokens,),
    )
    preset = preset or STANDARD
    # A widget that was not drawn has lost its value; `begin` restores the preset.
    is_own = all(
        _plain(key.begin(value)) == _plain(value)
        for key, value in preset_of(preset, novel_tokens).widgets
    )
    caption(term_meaning(PRESETS, preset), None if is_own else _("Changed under Advanced."))


def _choose(novel_tokens: int) -> None:
    _set(DEPTH_PRESET.get() or STANDARD, novel_tokens)


def _set(name: str, novel_tokens: int) -> None:
    for key, value in preset_of(name, novel_tokens).widgets:
        key.set(value)


def _plain(value: Any) -> object:
    return [str(item) for item in value] if isinstance(value, list | tuple) else value
