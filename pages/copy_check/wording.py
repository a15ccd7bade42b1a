"""Labels of verdicts, dimensions, codes and repairs of copy verification."""

import re
from collections.abc import Iterable
from html import escape

from core.verification import Code, Dimension, RepairKind, Severity, Verdict
from pages.components.language import N_, _
from pages.components.wording import LabelledTerm, Tone

COPY_VERDICTS: dict[str, LabelledTerm] = {
    Verdict.ALLOW: LabelledTerm(N_("Allow"), N_("The copy can be published as it is."), "green"),
    Verdict.REVISE: LabelledTerm(N_("Revise"), N_("The copy must be changed first."), "amber"),
    Verdict.REJECT: LabelledTerm(N_("Reject"), N_("The copy must not be published."), "red"),
}

DIMENSIONS: dict[Dimension, str] = {
    Dimension.COMPLIANCE: N_("Compliance"),
    Dimension.FACT: N_("Facts"),
    Dimension.QUALITY: N_("Quality"),
}
"""Labels of the dimensions, in the order in which they decide a verdict."""

PARTS: dict[str, str] = {
    "readability": N_("readability"),
    "style": N_("style"),
    "novelty": N_("novelty"),
    "basic": N_("basic quality"),
}

SEVERITIES: dict[str, LabelledTerm] = {
    Severity.HARD: LabelledTerm(N_("Hard violation"), N_("Deducts the whole score."), "red"),
    Severity.SOFT: LabelledTerm(N_("Violation"), N_("Deducts points."), "amber"),
    Severity.INFO: LabelledTerm(N_("Monitored"), N_("Shown, no points deducted."), "quiet"),
}

CODES: dict[Code, str] = {
    Code.FACT_USER_EVENT_MISS: N_("User event missing"),
    Code.FACT_ITEM_INVALID: N_("Item invalid"),
    Code.FACT_BRAND_MISMATCH: N_("Wrong brand"),
    Code.FACT_HOLIDAY_INVALID: N_("Holiday out of season"),
    Code.FACT_ITEM_UNAVAILABLE: N_("Item not for sale"),
    Code.FACT_EVENT_UNKNOWN: N_("Event unknown"),
    Code.FACT_BRAND_UNVERIFIED: N_("Brand unverified"),
    Code.FACT_HOLIDAY_UNKNOWN: N_("Holiday unknown"),
    Code.FACT_HOLIDAY_UNCHECKED: N_("Holiday unchecked"),
    Code.FACT_ITEM_UNCHECKED: N_("Item not checked"),
    Code.FACT_EVENT_UNCHECKED: N_("User event not checked"),
    Code.FACT_HOLIDAY_WIDENED: N_("Wider holiday window"),
    Code.FACT_EVENT_OTHER_ITEM: N_("Event of another item"),
    Code.FACT_PRICE_MISMATCH: N_("Price differs from catalogue"),
    Code.FACT_CLAIM_UNDECLARED: N_("Claim undeclared"),
    Code.COMPLIANCE_URL_FORBIDDEN: N_("Link forbidden"),
    Code.COMPLIANCE_FORBIDDEN_WORDS: N_("Forbidden word"),
    Code.COMPLIANCE_ABSOLUTE_WORDS: N_("Absolute word"),
    Code.COMPLIANCE_EXCESSIVE_PUNCTUATION: N_("Too many exclamation marks"),
    Code.COMPLIANCE_PRICE_FORBIDDEN: N_("Price forbidden"),
    Code.COMPLIANCE_CHANNEL_UNKNOWN: N_("Channel unknown"),
    Code.COMPLIANCE_URL_SUSPECTED: N_("Possible link"),
    Code.QUALITY_LEN_OVER: N_("Too long"),
    Code.QUALITY_LEN_TOO_SHORT: N_("Too short"),
    Code.QUALITY_PUNCT_EXCESS: N_("Too much punctuation"),
    Code.QUALITY_EMOJI_EXCESS: N_("Too many emoji"),
    Code.QUALITY_LANG_MISMATCH: N_("Wrong language"),
    Code.QUALITY_LOW_READABILITY: N_("Hard to read"),
    Code.QUALITY_NEAR_COPY: N_("Near-duplicate"),
    Code.QUALITY_LOCALE_UNKNOWN: N_("Locale unknown"),
    Code.QUALITY_HIDDEN_CHARACTERS: N_("Hidden characters"),
    Code.STYLE_REPEATED_MARKS: N_("Repeated marks"),
    Code.STYLE_STRETCHED: N_("Stretched letters"),
    Code.STYLE_SHOUTING: N_("Shouting"),
    Code.STYLE_UNBALANCED: N_("Unbalanced brackets"),
    Code.STYLE_SPACING: N_("Spacing"),
    Code.STYLE_MIXED_WIDTH: N_("Mixed width"),
    Code.MODEL_TOXICITY: N_("Model: toxic"),
    Code.MODEL_SENTIMENT: N_("Model: strong sentiment"),
    Code.MODEL_CATEGORY: N_("Model: category"),
    Code.MODEL_NEAR_COPY: N_("Model: same meaning"),
}

REPAIRS: dict[str, str] = {
    RepairKind.REMOVE_URLS: N_("Remove links"),
    RepairKind.REMOVE_WORDS: N_("Remove forbidden words"),
    RepairKind.REMOVE_CLAIMS: N_("Remove claims"),
    RepairKind.REPLACE_WORDS: N_("Replace absolute claims"),
    RepairKind.REMOVE_PRICES: N_("Remove prices"),
    RepairKind.CLEAN_MARKS: N_("Correct marks"),
    RepairKind.TRUNCATE: N_("Shorten"),
    RepairKind.REGENERATE: N_("Rewrite"),
}

REPAIR_ACTS: dict[str, LabelledTerm] = {
    "accept": LabelledTerm(N_("Accepted"), N_("Use the repaired text as it is."), "green"),
    "edit": LabelledTerm(N_("Edited"), N_("Use another text instead."), "amber"),
    "reject": LabelledTerm(N_("Dismissed"), N_("Use no repair."), "red"),
}


SAMPLE_TITLES = (
    N_("sample candidates"),
    N_("sample catalogue"),
    N_("sample events"),
    N_("sample recent"),
)


def translated_title(title: str) -> str:
    """The title, translated if it is that of a sample."""
    return _(title) if title in SAMPLE_TITLES else title


def verdict_name(verdict: Verdict | None) -> str:
    return _(COPY_VERDICTS[verdict].name) if verdict else _("Not checked")


def verdict_tone(verdict: Verdict | None) -> Tone:
    return COPY_VERDICTS[verdict].tone if verdict else "quiet"


def verdict_badge(verdict: Verdict | None, codes: Iterable[Code] = ()) -> str:
    """The verdict as an HTML badge; not green if `codes` say that facts were not checked."""
    if verdict is Verdict.ALLOW and any(code.is_not_checked for code in codes):
        text = _("{verdict}, not all checked").format(verdict=verdict_name(verdict))
        return f'<em class="desk-badge quiet">{escape(text)}</em>'
    css = f"desk-badge {verdict_tone(verdict)}"
    return f'<em class="{css}">{escape(verdict_name(verdict))}</em>'


def candidate_name(candidate: str) -> str:
    """The candidate's id, or its line if it has none."""
    line = re.fullmatch(r"line (\d+)", candidate)
    return _("line {line}").format(line=line[1]) if line else candidate


def code_name(code: Code) -> str:
    """The code's name, or the code itself if it has none yet."""
    return _(CODES[code]) if code in CODES else code.value


def code_list(codes: Iterable[Code]) -> str:
    """The names of the codes in one line."""
    return join_parts(code_name(code) for code in codes)


def join_parts(parts: Iterable[str]) -> str:
    """The parts in one line, with the comma of the reader's language."""
    return _(", ").join(parts)
