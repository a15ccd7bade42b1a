"""Whether a fact score rests on anything: on a claim that was held against a source."""

from core.verification.claims.claims import claims_in
from core.verification.findings import Dimension, Severity
from core.verification.policy.files import source_policy
from core.verification.policy.policy import Policy
from core.verification.verify import Verification


def claims_checked(verification: Verification, policy: Policy | None = None) -> bool:
    """False where the copy names no event, item, brand or holiday, declared or in its text: then
    no source was asked, and a fact score of 1 says nothing. False, too, where none of what it names
    could be checked, and where a hard violation came first. A violation of facts rests on a claim
    that was checked. Without a policy the source's own names are looked for.
    """
    if verification.facts is None:
        return False
    if any(
        finding.dimension is Dimension.FACT
        and finding.severity is not Severity.INFO
        and not finding.code.is_not_checked
        for finding in verification.findings
    ):
        return True
    claims = verification.candidate.claims
    declared = (
        claims.referenced_events,
        claims.referenced_item_ids,
        claims.brands,
        claims.holidays,
    )
    named = {name for names in declared for name in names} | verification.facts.items.keys()
    unchecked = {finding.subject for finding in verification.not_checked}
    if named:
        return not named <= unchecked
    found = claims_in(
        verification.candidate.text, policy or source_policy(), verification.facts.brands
    )
    return bool(found)
