"""The audit of dependencies: a hole fails it, a missing network does not."""

import json

from tests.audit import report

HOLE = {"id": "PYSEC-1", "fix_versions": ["1.1"]}


def test_a_known_hole_fails_with_the_version_that_mends_it() -> None:
    packages = [
        {"name": "good", "version": "2", "vulns": []},
        {"name": "bad", "version": "1.0", "vulns": [HOLE]},
        {"name": "own", "skip_reason": "Dependency not found"},
    ]
    said, is_bad = report(json.dumps({"dependencies": packages}))
    assert is_bad
    assert "2 audited, 1 with known holes, 1 that" in said
    assert "bad 1.0: PYSEC-1, mended in 1.1" in said


def test_without_a_network_nothing_is_claimed() -> None:
    assert report("", "requests.exceptions.ConnectionError: Max retries exceeded") == (
        "Dependencies: not audited, the service of known holes cannot be reached.",
        False,
    )


def test_an_audit_that_could_not_be_made_fails() -> None:
    assert report("", "No module named pip_audit") == (
        "Dependencies: not audited. No module named pip_audit",
        True,
    )
