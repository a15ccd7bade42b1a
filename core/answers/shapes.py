"""What pydantic says of a field, in sentences that a page can put in its reader's language."""

from pydantic import ValidationError

from core.errors import InputError, Sentence

_SENTENCES = {
    "missing": Sentence("The field is missing. Add it."),
    "extra_forbidden": Sentence("The field is unknown. Leave it out."),
    "string_too_short": Sentence("The field is empty. Fill it in."),
    "string_pattern_mismatch": Sentence("The field is empty. Fill it in."),
    "string_too_long": Sentence("The field is longer than {max_length} characters. Shorten it."),
    "string_type": Sentence("The field is no text. Write one."),
}


def unusable(error: ValidationError, whole: str) -> InputError:
    """Names the first field that is wrong, or the `whole`, and the fix."""
    first = error.errors(include_url=False, include_input=False)[0]
    field = ".".join(map(str, first["loc"])) or whole
    said = _SENTENCES.get(first["type"])
    if said is None:
        return InputError("{problem}. Correct it.", field=field, problem=first["msg"])
    context = first.get("ctx", {})
    params = {name: context[name] for name in ("max_length",) if name in context}
    return InputError(said.message, field=field, **params)
