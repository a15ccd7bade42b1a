"""Figures in the dark theme."""

import re

import plotly.graph_objects as go

from core.charts import dark_figure
from core.charts.dark import _DARK
from core.charts.style import (
    DARK_INK,
    PAPER,
    QUIET,
    TEXT,
    WHITE_INK,
    Scale,
    apply_style,
    ordered_colours,
    relative_luminance,
)

BACKGROUND = (20, 24, 29)


def _contrast(colour: str) -> float:
    numbers = (
        list(bytes.fromhex(colour[1:]))
        if colour.startswith("#")
        else [float(part) for part in re.findall(r"[\d.]+", colour)]
    )
    return (relative_luminance(numbers) + 0.05) / (relative_luminance(BACKGROUND) + 0.05)


def _figure() -> go.Figure:
    figure = go.Figure()
    for at, colour in enumerate(ordered_colours(6)):
        figure.add_scatter(x=[0, 1], y=[at, at], line={"color": colour}, name=str(at))
    figure.add_heatmap(z=[[0.1, 0.9]], colorscale=[list(step) for step in Scale.CIVIDIS.colours])
    for ink in (DARK_INK, WHITE_INK):
        figure.add_annotation(text="42 %", font={"color": ink})
    return apply_style(figure, title="Rates", foot=["n = 3"], plot_height=200)


def test_text_and_lines_contrast_and_cells_keep_their_text_colour() -> None:
    light = _figure()
    before = light.to_dict()
    dark = dark_figure(light)
    assert dark.layout.paper_bgcolor == "#14181D"
    assert _contrast(dark.layout.title.font.color) >= 7
    assert all(_contrast(trace.line.color) >= 3 for trace in dark.data[:6])
    assert dark.data[6].colorscale == light.data[6].colorscale
    assert [note.font.color for note in dark.layout.annotations[:2]] == [DARK_INK, WHITE_INK]
    assert _contrast(dark.layout.annotations[2].font.color) >= 4.5
    assert light.to_dict() == before
    assert (light.layout.paper_bgcolor, light.layout.font.color) == (PAPER, TEXT)


def test_the_number_in_a_muted_cell_contrasts_with_its_veil() -> None:
    red, green, blue, alpha = map(float, re.findall(r"[\d.]+", _DARK["rgba(255,255,255,0.55)"]))
    veiled = [alpha * part + (1 - alpha) * 255 for part in (red, green, blue)]
    ink = [int(_DARK[QUIET][at : at + 2], 16) for at in (1, 3, 5)]
    contrast = (relative_luminance(ink) + 0.05) / (relative_luminance(veiled) + 0.05)
    assert contrast >= 4.5
