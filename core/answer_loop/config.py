"""Settings of the generate-evaluate-revise loop, under the names of source 004 (reading 44)."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import ConfigurationError

MOST_EPOCHS = 10
"""The most answers that the variable GENER_EPOCH may ask for."""


@dataclass(frozen=True)  # without slots: the defaults are read as `Config.GENER_EPOCH` too
class Config:
    """Settings of a loop.

    `GENER_EPOCH`: the most answers that are generated, at least 1 (reading 34).
    `LLM_MUTI_AGENT`: the connection of the evaluator, empty for the rules.
    `TOP_K`: the number of passages retrieved and shown to the evaluator.
    """

    GENER_EPOCH: int = 3
    LLM_MUTI_AGENT: str = ""
    TOP_K: int = 5
    OBSERVATIONAL_DATA: Path = Path("data/observational_data.json")

    def __post_init__(self) -> None:
        for name, value in (("GENER_EPOCH", self.GENER_EPOCH), ("TOP_K", self.TOP_K)):
            if value < 1:
                raise ConfigurationError(
                    "{name} is {value!r}. Set it to a whole number of at least 1.",
                    name=name,
                    value=value,
                )

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> "Config":
        """Read GENER_EPOCH, LLM_MUTI_AGENT, DESK_TOP_K and DESK_OBSERVATIONAL_DATA. Raises
        ConfigurationError naming the variable.
        """
        variables = os.environ if environ is None else environ
        epochs = _whole_number(variables, "GENER_EPOCH", 3)
        if epochs > MOST_EPOCHS:
            raise ConfigurationError(
                "GENER_EPOCH is {value}. Set it to a whole number from 1 to {most}.",
                value=epochs,
                most=MOST_EPOCHS,
            )
        return cls(
            GENER_EPOCH=epochs,
            LLM_MUTI_AGENT=variables.get("LLM_MUTI_AGENT", "").strip(),
            TOP_K=_whole_number(variables, "DESK_TOP_K", 5),
            OBSERVATIONAL_DATA=Path(
                variables.get("DESK_OBSERVATIONAL_DATA") or "data/observational_data.json"
            ),
        )


def _whole_number(environ: Mapping[str, str], name: str, default: int) -> int:
    raw = environ.get(name)
    if not raw:
        return default
    try:
        return int(raw)
    except ValueError:
        raise ConfigurationError(
            "{name} is {value!r}. Set it to a whole number of at least 1.", name=name, value=raw
        ) from None
