"""The differences between two policies."""

from core.verification import policy_changes
from core.verification.policy.policy import Policy
from tests.core.verification.desk import V1, V1_1


def _with_words(*absolute: str) -> Policy:
    words = V1.words.model_copy(update={"absolute": absolute})
    return V1.model_copy(update={"words": words.model_dump()})


def test_equal_policies_differ_in_nothing() -> None:
    assert policy_changes(V1, V1.model_copy()) == ()


def test_every_change_names_its_field_and_both_values() -> None:
    changes = {change.where: change for change in policy_changes(V1, V1_1)}
    held = changes["codes.FACT_BRAND_MISMATCH.at_most"]
    assert (held.before, held.after) == (None, 79)
    assert (changes["version"].before, changes["version"].after) == ("v1.0.0", "v1.1.0")
    back = {change.where: change for change in policy_changes(V1_1, V1)}
    assert changes.keys() == back.keys()
    assert all(back[name].before == changes[name].after for name in changes)


def test_of_a_list_only_what_came_and_went_is_told() -> None:
    (change,) = policy_changes(_with_words("最好", "最低"), _with_words("最好", "史上"))
    assert (change.where, change.before, change.after) == ("words.absolute", ["最低"], ["史上"])


def test_another_order_is_told_with_the_whole_list() -> None:
    (change,) = policy_changes(_with_words("最好", "最低"), _with_words("最低", "最好"))
    assert (change.before, change.after) == (["最好", "最低"], ["最低", "最好"])


def test_a_word_twice_is_a_change() -> None:
    (change,) = policy_changes(_with_words("最好"), _with_words("最好", "最好"))
    assert (change.before, change.after) == (["最好"], ["最好", "最好"])


def test_of_a_rule_that_was_changed_only_its_changes_are_told() -> None:
    rule = {"words": ["最佳", "顶级", "首选"], "unless": ["电影"], "source": "Article 9 (3)"}
    second_rule = {"words": ["best"], "locales": ["en"]}
    old = V1.model_copy(update={"vocabulary": {"absolute": [second_rule, rule]}})
    longer = rule | {"words": ["最佳", "顶级", "首选", "第一品牌"]}
    new = V1.model_copy(update={"vocabulary": {"absolute": [longer, {"words": ["finest"]}]}})
    changes = {each.where: each for each in policy_changes(old, new)}
    assert changes.keys() == {"vocabulary.absolute", "vocabulary.absolute.0.words"}
    words = changes["vocabulary.absolute.0.words"]
    assert (words.before, words.after) == ([], ["第一品牌"])
    change = changes["vocabulary.absolute"]
    assert [each["words"] for each in change.before] == [["best"]]
    assert [each["words"] for each in change.after] == [["finest"]]
