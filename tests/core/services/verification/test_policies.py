"""Policies in the database: drafts change, versions never do."""

import pytest
from sqlalchemy import Engine

from core.errors import InputError, NotFoundError
from core.services.verification import (
    compare_policies,
    discard_draft,
    examine,
    get_draft,
    latest_copy,
    list_drafts,
    list_policies,
    new_draft,
    publish,
    publish_text,
    published_policy,
    save_draft,
)
from core.verification import Verdict, policy_of
from tests.core.services.verification.desk import checked, line


def _newer(text: str, version: str = "v1.3.0") -> str:
    return text.replace("version: v1.1.0", f"version: {version}")


def test_the_shipped_versions_are_there_from_the_start(engine: Engine) -> None:
    found = list_policies(engine)
    assert [(each.version, each.built_in) for each in found] == [
        ("v1.0.0", True),
        ("v1.1.0", True),
        ("v1.2.0", True),
    ]
    for each in found:
        assert each.policy == policy_of(each.version)
        assert each.sha256 == policy_of(each.version).sha256
    assert list_policies(engine) == found


def test_a_draft_becomes_a_version_that_checks_use(engine: Engine) -> None:
    draft = new_draft(engine, by="Li", based_on="v1.1.0", title="Milder")
    text = _newer(draft.text).replace("reject_below: 60", "reject_below: 10")
    saved = save_draft(engine, draft.id, text, by="Wang", seen=draft.revision)
    assert (saved.revision, saved.saved_by, saved.text) == (2, "Wang", text)
    version = publish(engine, draft.id, by="Li", seen=2)
    assert (version.version, version.published_by, version.built_in) == ("v1.3.0", "Li", False)
    assert version.text == text
    assert get_draft(engine, draft.id).published_version == "v1.3.0"
    assert (list_drafts(engine), len(list_drafts(engine, closed=True))) == ([], 1)
    assert [each.version for each in list_policies(engine)] == [
        "v1.0.0",
        "v1.1.0",
        "v1.2.0",
        "v1.3.0",
    ]
    checked(engine, version="v1.3.0")
    assert line(engine, "link").verdict is Verdict.REJECT
    assert line(engine, "link").policy_version == "v1.3.0"


def test_a_published_version_is_never_replaced(engine: Engine) -> None:
    draft = new_draft(engine, by="Li", based_on="v1.1.0")
    with pytest.raises(
        InputError, match=r"field version: Version v1\.1\.0 is published and cannot be changed"
    ):
        publish(engine, draft.id, by="Li", seen=1)
    assert get_draft(engine, draft.id).is_open
    assert published_policy(engine, "v1.1.0").policy == policy_of("v1.1.0")


def test_a_draft_is_kept_as_it_was_typed_however_broken(engine: Engine) -> None:
    draft = new_draft(engine, by="Li", text="version: [")
    assert save_draft(engine, draft.id, "version: ", by="Li", seen=1).text == "version: "
    with pytest.raises(InputError, match=r"policy\.yaml"):
        publish(engine, draft.id, by="Li", seen=2)
    assert get_draft(engine, draft.id).is_open


def test_what_the_linter_calls_an_error_is_not_published(engine: Engine) -> None:
    text = _newer(published_policy(engine, "v1.1.0").text)
    text = text.replace("time_zone: Asia/Shanghai", "time_zone: Mars/Olympus", 1)
    found = examine(text)
    assert found.policy is not None
    assert [remark.where for remark in found.errors] == ["time_zone"]
    assert not found.is_publishable
    draft = new_draft(engine, by="Li", text=text)
    with pytest.raises(
        InputError, match=r"line \d+, field time_zone: Unknown time zone Mars/Olympus"
    ):
        publish(engine, draft.id, by="Li", seen=1)
    assert len(list_policies(engine)) == 3


CASE = """
cases:
  - name: lowest price ever
    text: 史上最低价，快来看看吧
    channel: PUSH
    locale: zh-CN
    verdict: {verdict}
"""


def test_a_version_is_published_only_once_its_cases_pass(engine: Engine) -> None:
    text = _newer(_shipped()) + CASE.format(verdict="ALLOW")
    found = examine(text)
    assert not found.errors
    assert [outcome.case.name for outcome in found.failed] == ["lowest price ever"]
    assert not found.is_publishable
    draft = new_draft(engine, by="Li", text=text)
    refused = "The case “lowest price ever” fails: ALLOW was expected, and the policy says REVISE"
    line = text[: text.index("- name: lowest")].count("\n") + 1
    with pytest.raises(InputError, match=refused) as raised:
        publish(engine, draft.id, by="Li", seen=1)
    assert raised.value.line == line
    with pytest.raises(InputError, match=refused) as raised:
        publish_text(engine, text, by="Li", name="mine.yaml")
    assert (raised.value.file, raised.value.line) == ("mine.yaml", line)
    assert len(list_policies(engine)) == 3
    right = text.replace("verdict: ALLOW", "verdict: REVISE")
    save_draft(engine, draft.id, right, by="Li", seen=1)
    version = publish(engine, draft.id, by="Li", seen=2)
    assert (version.version, len(version.policy.cases)) == ("v1.3.0", 1)
    with pytest.raises(InputError, match="is published and cannot be changed"):
        publish_text(engine, right, by="Li", name="mine.yaml")


def test_the_latest_copy_is_what_people_uploaded(engine: Engine) -> None:
    assert latest_copy(engine) == ()
    checked(engine)
    found = latest_copy(engine)
    assert len(found) == len(set(found)) > 3
    often = examine(_shipped(), recent=found)
    assert often.policy is not None


def test_warnings_stop_nothing() -> None:
    assert examine(_newer(_shipped())).is_publishable


def _shipped() -> str:
    from core.verification.policy.files import shipped_text

    return shipped_text("v1.1.0")


def test_a_fault_is_said_with_its_line_and_field() -> None:
    found = examine(_shipped().replace("time_zone: Asia/Shanghai", "time_zone: 8", 1), name="d")
    assert found.policy is None
    assert found.error is not None
    assert (found.error.file, found.error.field) == ("d", "time_zone")
    assert found.error.line is not None


def test_nobody_overwrites_what_they_have_not_seen(engine: Engine) -> None:
    draft = new_draft(engine, by="Li", text="a")
    save_draft(engine, draft.id, "b", by="Wang", seen=1)
    for act in (
        lambda: save_draft(engine, draft.id, "c", by="Li", seen=1),
        lambda: publish(engine, draft.id, by="Li", seen=1),
        lambda: discard_draft(engine, draft.id, by="Li", seen=1),
    ):
        with pytest.raises(InputError, match="Wang saved this draft meanwhile"):
            act()
    assert get_draft(engine, draft.id).text == "b"


def test_a_closed_draft_no_longer_changes(engine: Engine) -> None:
    draft = new_draft(engine, by="Li", text="a")
    discard_draft(engine, draft.id, by="Li", seen=1)
    with pytest.raises(InputError, match="closed"):
        save_draft(engine, draft.id, "b", by="Li", seen=1)
    (kept,) = list_drafts(engine, closed=True)
    assert (kept.text, kept.discarded) == ("a", True)


def test_unknown_versions_and_drafts_are_named(engine: Engine) -> None:
    with pytest.raises(NotFoundError, match=r"Policy v3\.0\.0 does not exist"):
        published_policy(engine, "v3.0.0")
    with pytest.raises(NotFoundError, match="Draft 4 does not exist"):
        get_draft(engine, 4)
    with pytest.raises(NotFoundError, match="Draft 4 does not exist"):
        save_draft(engine, 4, "", by="Li", seen=1)


def test_what_a_version_says_otherwise_is_told_by_field(engine: Engine) -> None:
    changes = {each.where: each for each in compare_policies(engine, "v1.0.0", "v1.1.0")}
    assert changes["codes.FACT_BRAND_MISMATCH.at_most"].after == 79
    assert "第一时间" in changes["words.allow"].after
    assert changes["fold"].before is False
    assert compare_policies(engine, "v1.0.0", "v1.0.0") == ()
