"""What pydantic says of a field, in sentences that a page can put in its reader's language."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from core.errors import InputError, Sentence

_EMPTY = Sentence("The field is empty. Fill it in.")
_TOO_LONG = Sentence("The field is longer than {max_length} characters. Shorten it.")
_NO_TEXT = Sentence("The field is no text. Write one.")
_NO_OBJECT = Sentence("This is no object with fields. Send one.")
_SENTENCES = {
    "missing": Sentence("The field is missing. Add it."),
    "extra_forbidden": Sentence("The field is unknown. Leave it out."),
    "string_too_short": _EMPTY,
    "too_short": _EMPTY,
    "string_pattern_mismatch": _EMPTY,
    "string_too_long": _TOO_LONG,
    "too_long": _TOO_LONG,
    "string_type": _NO_TEXT,
    "string_unicode": _NO_TEXT,
    "null_character": Sentence("The field has a null character, which is not kept. Remove it."),
    "literal_error": Sentence("The field is none of these: {expected}. Use one of them."),
    "model_type": _NO_OBJECT,
    "model_attributes_type": _NO_OBJECT,
}


def invalid_value(error: ValidationError, whole: str) -> InputError:
    """Names the first field that is wrong, or the `whole`, and the fix."""
    first = error.errors(include_url=False, include_input=False)[0]
    return invalid_field(first, ".".join(map(str, first["loc"])) or whole)


def invalid_field(said: Mapping[str, Any], field: str) -> InputError:
    """What one of pydantic's `errors()` says of a field, and the fix."""
    sentence = _SENTENCES.get(said["type"])
    if sentence is None:
        return InputError("{problem}. Correct it.", field=field, problem=said["msg"])
    context = said.get("ctx", {})
    params = {name: context[name] for name in ("max_length", "expected") if name in context}
    return InputError(sentence.message, field=field, **params)
