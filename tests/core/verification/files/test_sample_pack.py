"""The sample pack: what is expected of every candidate under both shipped policies."""

import pytest

from core.verification import Candidate, Code, Verdict, policy_of, verify
from core.verification.files.sample_pack import NOW, load_sample

SAMPLE = load_sample()
VERSIONS = ("v1.0.0", "v1.1.0", "v1.2.0")


def test_the_pack_has_more_than_sixty_candidates_in_both_languages() -> None:
    assert len(SAMPLE.candidates) >= 60
    assert {"zh-CN", "en-US", "zh-TW", "en-GB"} <= {each.locale for each in SAMPLE.candidates}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("candidate", SAMPLE.candidates, ids=lambda each: each.id)
def test_a_candidate_gets_the_verdict_and_codes_written_for_it(
    candidate: Candidate, version: str
) -> None:
    found = verify(candidate, policy_of(version), SAMPLE.source, now=NOW, recent=SAMPLE.recent)
    expected = SAMPLE.expected[candidate.id, version]
    assert found.codes == expected.codes
    assert found.verdict is expected.verdict


def test_the_pack_expects_something_of_every_candidate_and_every_code_of_somebody() -> None:
    names = {(each.id, version) for each in SAMPLE.candidates for version in VERSIONS}
    assert set(SAMPLE.expected) == names
    # The sample's files are read whole, and nothing in it is about another item or price.
    absent = {
        Code.FACT_ITEM_UNCHECKED,
        Code.FACT_EVENT_UNCHECKED,
        Code.FACT_EVENT_OTHER_ITEM,
        Code.FACT_PRICE_MISMATCH,
    }
    assert {code for each in SAMPLE.expected.values() for code in each.codes} == {
        code for code in Code if not code.is_opinion and code not in absent
    }
    assert {each.verdict for each in SAMPLE.expected.values()} == set(Verdict)
