"""The policies of the gate: source 002 to the letter, or as amended by readings 26 and 29."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GatePolicy:
    """A policy; EVIDENCE_GATE_POLICY and traces name its `version`.

    `recent_years`: the last so many years need no evidence in an answer (reading 26:
    2024年的旅游节); 0 exempts none. `weak_words_yield`: words such as 几个 and 在哪里 do not turn a
    preference question into a factual one (reading 29).
    """

    version: str
    recent_years: int = 0
    weak_words_yield: bool = False


V1 = GatePolicy("1.0")
"""Source 002 to the letter, with the forms of reading 26: no statement is exempt."""

V1_1 = GatePolicy("1.1", recent_years=10, weak_words_yield=True)

POLICIES = {each.version: each for each in (V1, V1_1)}
