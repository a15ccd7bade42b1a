"""The verdict and its three scores, each with its arithmetic."""

from collections.abc import Iterator
from html import escape

from core.verification import (
    Dimension,
    Policy,
    Score,
    ScoreLine,
    VerdictDecision,
    Verification,
    claims_checked,
)
from core.verification.verdict import PRIORITY
from pages.components.html import draw, notice
from pages.components.language import N_, _, _n
from pages.copy_check.wording import COPY_VERDICTS, DIMENSIONS, PARTS, code_name, verdict_badge

NOT_CHECKED = N_(
    "The copy names no event, item, brand or holiday, so no source was consulted. Its other "
    "claims were not checked."
)
Row = tuple[str, str]
"""Label, and the points it adds or deducts."""


def draw_verdict(verification: Verification) -> None:
    """Draw the verdict, the dimension that decided it, and a masked reject if any."""
    decision = verification.decision
    word = COPY_VERDICTS[decision.verdict]
    draw(
        f'<div class="desk-verdict {word.tone}"><b>{escape(_(word.name))}</b>'
        f"<span>{escape(_(word.meaning))} {escape(_why(verification))}</span></div>"
    )
    if decision.masked_reject:
        dimensions = [
            _(DIMENSIONS[dimension])
            for dimension in PRIORITY
            if decision.own.get(dimension) == "REJECT"
        ]
        notice(
            _(
                "Masked reject: {dimensions} alone would reject this copy, but an earlier "
                "dimension already decided."
            ).format(dimensions=_(", ").join(dimensions)),
            "red",
        )


def _why(verification: Verification) -> str:
    decision = verification.decision
    if decision.decided_by is None:
        if not claims_checked(verification):
            return _("Compliance and quality pass; no claim was checked against a source.")
        if verification.not_checked:
            return _n(
                "All three scores pass, but {n} fact could not be checked.",
                "All three scores pass, but {n} facts could not be checked.",
                len(verification.not_checked),
            )
        if verification.warnings:
            return _("All three scores pass; see findings.")
        return _("All three scores pass.")
    name, score = _(DIMENSIONS[decision.decided_by]), verification.scores[decision.decided_by]
    return _("Decided by {dimension}, score {score}.").format(
        dimension=name, score=f"{score.units / 100:g}"
    )


def draw_scores(verification: Verification, policy: Policy | None) -> None:
    """Draw each score with its arithmetic; `policy` gives the thresholds."""
    cells = "".join(_score(verification, dimension, policy) for dimension in PRIORITY)
    draw(f'<div class="desk-scores">{cells}</div>')


def _score(verification: Verification, dimension: Dimension, policy: Policy | None) -> str:
    name, score = escape(_(DIMENSIONS[dimension])), verification.scores.get(dimension)
    if score is None:
        text = escape(_("Not checked because of a hard compliance violation."))
        return f"<section><div><h6>{name}</h6><b>–</b></div><p>{text}</p></section>"
    if dimension is Dimension.FACT and not claims_checked(verification, policy):
        text = escape(_(NOT_CHECKED))
        word = escape(_("not checked"))
        return f"<section><div><h6>{name}</h6><b>{word}</b></div><p>{text}</p></section>"
    own_verdict = verification.decision.own[dimension]
    badge = verdict_badge(own_verdict, verification.codes if dimension is Dimension.FACT else ())
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{escape(figure)}</td></tr>"
        for name, figure in _rows(score)
    )
    foot = f"<p>{escape(_bounds(verification.decision, score, policy))}</p>"
    return (
        f"<section><div><h6>{name}</h6><b>{score.units / 100:g}</b> {badge}{foot}</div>"
        f"<table>{rows}</table></section>"
    )


def _rows(score: Score) -> Iterator[Row]:
    """The arithmetic, line by line; the last line is the score."""
    if score.parts:
        for part in score.parts:
            if part.weight:
                figure = f"{part.value} × {part.weight}% = {part.value * part.weight / 100:g}"
                yield _(PARTS.get(part.name, part.name)), figure
        for line in score.lines:
            part_of = "style" if line.code.is_style else "basic"
            part_name = _(PARTS[part_of])
            yield (
                _("in {part}: {name}").format(part=part_name, name=_code_count(line)),
                _deduction_text(line),
            )
    else:
        yield _("starts at"), "100"
        for line in score.lines:
            yield _code_count(line), _deduction_text(line)
    if score.held_to is not None:
        yield _("capped by a code at"), str(score.held_to)
    yield _("score /100"), f"{score.units / 100:g}"


def _code_count(line: ScoreLine) -> str:
    return f"{code_name(line.code)} × {line.count}" if line.count > 1 else code_name(line.code)


def _deduction_text(line: ScoreLine) -> str:
    if line.mode == "monitor":
        return _("monitored: no points deducted")
    if line.hard:
        return _("hard: all points deducted")
    parts = [f"−{line.points}"] if line.points else []
    if line.capped:
        parts.append(_("capped, of {n}").format(n=line.uncapped))
    if line.at_most is not None:
        parts.append(_("at most {n}").format(n=line.at_most))
    return " · ".join(parts) or _("no points deducted")


def _bounds(decision: VerdictDecision, score: Score, policy: Policy | None) -> str:
    """The thresholds, and how far the score is from the next better verdict."""
    parts = []
    if policy is not None:
        limits = policy.thresholds.of(score.dimension)
        if limits.reject_below:
            parts.append(
                _("rejects below {reject}, revises below {revise}").format(
                    reject=limits.reject_below, revise=limits.revise_below
                )
            )
        else:
            parts.append(
                _("rejects at 0, revises below {revise}").format(revise=limits.revise_below)
            )
    missing = decision.margins[score.dimension].to_better
    if missing is not None and score.units:  # points alone cannot raise a score of 0
        parts.append(_("{n} below the next better verdict").format(n=f"{missing * 100:.4g}"))
    return " · ".join(parts)
