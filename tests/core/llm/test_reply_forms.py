"""The corpus of reply forms: no wrong reading, few without one."""

import pytest

from tests.core.llm.reply_forms import ALL_FORMS, ReplyForm, reply_forms

FORMS = [form for file in ALL_FORMS for form in reply_forms(file)]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_form_is_read_wrongly_and_few_are_not_read(language: str) -> None:
    forms = [form for form in FORMS if form.language == language]
    assert len(forms) > 150
    off = [form for form in forms if form.reading not in form.expected]
    assert [form for form in off if form.reading != "-"] == []
    assert len(off) <= 0.03 * len(forms), [form.reply for form in off]


def test_validation_reads_the_same_letters_in_its_field() -> None:
    """One reader: what a depth test reads in prose, a validation reads in `answer`."""
    differ = [form for form in FORMS if _is_plain(form) and form.value_reading != form.reading]
    assert [form.reply for form in differ] == []


def _is_plain(form: ReplyForm) -> bool:
    """A reply that may stand in the field as it is."""
    single = "\n" not in form.reply and not set(form.reply) & set('{}[]<◁"\\')
    return single and form.expected[0] in ("a", "b", "ac", "abc")
