"""Turn pydantic's errors into translatable messages."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from core.errors import InputError, Sentence

_EMPTY = Sentence("The field is empty. Enter a value.")
_TOO_LONG = Sentence("The field is longer than {max_length} characters. Shorten it.")
_NO_TEXT = Sentence("The field is not text. Use text.")
_NO_OBJECT = Sentence("This is not an object with fields. Send an object.")
_SENTENCES = {
    "missing": Sentence("The field is missing. Add it."),
    "extra_forbidden": Sentence("Unknown field. Remove it."),
    "string_too_short": _EMPTY,
    "too_short": _EMPTY,
    "string_pattern_mismatch": _EMPTY,
    "string_too_long": _TOO_LONG,
    "too_long": _TOO_LONG,
    "string_type": _NO_TEXT,
    "string_unicode": _NO_TEXT,
    "null_character": Sentence(
        "The field contains a null character, which cannot be stored. Remove it."
    ),
    "literal_error": Sentence("Invalid value. Use one of: {expected}."),
    "model_type": _NO_OBJECT,
    "model_attributes_type": _NO_OBJECT,
}


def invalid_value(error: ValidationError, default_field: str) -> InputError:
    """Create the error that names the first invalid field, or `default_field`, and the fix."""
    problem = error.errors(include_url=False, include_input=False)[0]
    return invalid_field(problem, ".".join(map(str, problem["loc"])) or default_field)


def invalid_field(problem: Mapping[str, Any], field: str) -> InputError:
    """Create the error of one of pydantic's `errors()`, with the fix."""
    sentence = _SENTENCES.get(problem["type"])
    if sentence is None:
        return InputError("{problem}. Correct it.", field=field, problem=problem["msg"])
    context = problem.get("ctx", {})
    params = {name: context[name] for name in ("max_length", "expected") if name in context}
    return InputError(sentence.message, field=field, **params)
