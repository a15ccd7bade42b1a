"""Options of a choice that are called the same."""

from hypothesis import given
from hypothesis import strategies as st

from pages.components.option_labels import distinct_labels


def test_the_second_of_the_same_name_is_numbered() -> None:
    translate = distinct_labels(
        ["a", "b", "c", "d"], {"a": "12 %", "b": "12 %", "c": "7 %", "d": "12 %"}.__getitem__
    )
    assert [translate(one) for one in "abcd"] == ["12 %", "12 % (2)", "7 %", "12 % (3)"]


@given(st.lists(st.sampled_from(["x", "x (2)", "x (3)", "y"])))
def test_every_option_has_a_label_of_its_own_which_begins_with_its_name(names: list[str]) -> None:
    options = range(len(names))
    translate = distinct_labels(options, names.__getitem__)
    labels = [translate(one) for one in options]
    assert len(set(labels)) == len(labels)
    assert all(label.startswith(name) for label, name in zip(labels, names, strict=True))
