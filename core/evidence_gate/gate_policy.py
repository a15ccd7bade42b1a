"""What source 002 says to the letter, and what readings 26 and 29 put in its place: one choice."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GatePolicy:
    """`version` is what EVIDENCE_GATE_POLICY names and traces tell.

    Years of the last `recent_years` stay in an answer, whatever the evidence says (reading 26:
    2024年的旅游节); 0 exempts none. `weak_words_yield`: 几个 and 在哪里 do not make a question of
    preference one for a fact (reading 29).
    """

    version: str
    recent_years: int = 0
    weak_words_yield: bool = False


V1 = GatePolicy("1.0")
"""Source 002 to the letter, with the forms of reading 26: no statement is exempt."""

V1_1 = GatePolicy("1.1", recent_years=10, weak_words_yield=True)

POLICIES = {each.version: each for each in (V1, V1_1)}
