"""Whether a fact score means anything: whether any claim was checked against a source."""

from core.verification.claims.claims import claims_in
from core.verification.findings import Dimension, Severity
from core.verification.policy.files import source_policy
from core.verification.policy.policy import Policy
from core.verification.verify import Verification


def claims_checked(verification: Verification, policy: Policy | None = None) -> bool:
    """Whether at least one claim of the copy was checked against facts.

    False if the copy names no event, item, brand or holiday, declared or in its text (no source was
    queried, so a fact score of 1 means nothing), if none of them could be checked, or if a hard
    violation of compliance ended the verification before facts. True if there is an enforced fact
    violation. Without a policy, the text is searched by the policy of source 001.
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
    text_claims = claims_in(
        verification.candidate.text, policy or source_policy(), verification.facts.brands
    )
    return bool(text_claims)
