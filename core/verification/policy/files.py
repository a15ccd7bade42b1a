"""Read and write policies as YAML; errors name file, line, field and fix (docs/policies.md)."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from core.errors import InputError, NotFoundError, Sentence
from core.files import file_bytes
from core.verification.policy.policy import Policy
from core.verification.policy.yaml_reader import compose_policy, line_of_field, values_of

SHIPPED = Path(__file__).parents[1] / "policies"
SOURCE_VERSION = "v1.0.0"
MAX_CHARACTERS = 1_000_000


@functools.cache
def shipped_versions() -> tuple[str, ...]:
    """The built-in versions, oldest first, from the names of the files.

    No file is read: a large policy takes 0.2 s, and most commands need none.
    """
    return tuple(
        sorted(
            (file.stem for file in SHIPPED.glob("*.yaml")),
            key=lambda version: [int(number) for number in version[1:].split(".")],
        )
    )


def shipped_policies() -> dict[str, Policy]:
    """The built-in policies by version, oldest first."""
    return {version: policy_of(version) for version in shipped_versions()}


@functools.cache
def policy_of(version: str) -> Policy:
    """A built-in policy. Raises NotFoundError, naming the versions that exist."""
    versions = shipped_versions()
    if version not in versions:
        raise NotFoundError(
            "Policy {version} does not exist. Choose one of: {known}.",
            version=version,
            known=", ".join(versions),
        )
    return read_policy(shipped_text(version), file_name=f"{version}.yaml")


def source_policy() -> Policy:
    """The policy that follows source 001 literally, used by checks that get no policy."""
    return policy_of(SOURCE_VERSION)


def shipped_text(version: str) -> str:
    """The YAML of a built-in policy, as in its file."""
    return file_bytes(SHIPPED / f"{version}.yaml").decode()


@dataclass(frozen=True)
class PolicyFile:
    """A policy with its YAML text, so that remarks can refer to lines."""

    policy: Policy
    name: str
    text: str

    def line(self, path: Sequence[int | str]) -> int:
        """The line of a field, such as ("words", "absolute", 3), or of what encloses it."""
        return line_of_field(self._root, path)

    @functools.cached_property
    def _root(self) -> yaml.MappingNode:
        return compose_policy(self.text, self.name)


def read_policy(data: bytes | str, *, file_name: str) -> Policy:
    """Read a policy from YAML. Raises InputError for the first fault."""
    return read_policy_file(data, file_name=file_name).policy


def read_policy_file(data: bytes | str, *, file_name: str) -> PolicyFile:
    """Read a policy together with its YAML. Raises InputError for the first fault."""
    text = _text(data, file_name)
    root = compose_policy(text, file_name)
    try:
        return PolicyFile(Policy.model_validate(values_of(root)), file_name, text)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
    except (ValueError, yaml.YAMLError):  # such as a date in the month 13
        raise InputError(
            "A value cannot be read as YAML. Put texts in quotation marks.", file=file_name
        ) from None
    place, sentence = fault["loc"], _fault_message(fault)
    field = ".".join(str(step) for step in place if step != "[key]") or None
    raise InputError(
        sentence.message,
        file=file_name,
        line=line_of_field(root, place),
        field=field,
        **sentence.params,
    )


def shipped_file(version: str) -> PolicyFile:
    """A built-in policy with its YAML. Raises NotFoundError, as `policy_of` does."""
    return PolicyFile(policy_of(version), f"{version}.yaml", shipped_text(version))


def write_policy(policy: Policy) -> str:
    """The policy as YAML that `read_policy` reads back; defaults are included unless empty."""
    fields = _written(policy, policy.model_dump(mode="json"))
    return yaml.safe_dump(fields, allow_unicode=True, sort_keys=False, width=100)


def _written(value: Any, data: Any) -> Any:
    """`data`, the JSON of a value, without fields that are None or empty by default."""
    match value:
        case BaseModel():
            return {
                name: _written(inner, data[name])
                for name, field in type(value).model_fields.items()
                if (inner := getattr(value, name)) is not None
                and not (
                    inner in ((), {}) and inner == field.get_default(call_default_factory=True)
                )
            }
        case dict():
            pairs = zip(value.values(), data.items(), strict=True)
            return {name: _written(inner, item) for inner, (name, item) in pairs}
        case tuple():
            return [_written(inner, item) for inner, item in zip(value, data, strict=True)]
        case _:
            return data


def _text(data: bytes | str, file_name: str) -> str:
    """The text of a policy file. Raises InputError if it is not UTF-8 or too long."""
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
    except UnicodeDecodeError:
        raise InputError("The file is not UTF-8. Save it as UTF-8.", file=file_name) from None
    if len(text) > MAX_CHARACTERS:
        raise InputError(
            "The policy is longer than {limit} characters. Shorten its lists.",
            file=file_name,
            limit=MAX_CHARACTERS,
        )
    return text


_PYDANTIC_FAULTS = {
    "missing": Sentence("The field is missing. Add it (see docs/policies.md)."),
    "extra_forbidden": Sentence("Unknown field. See docs/policies.md for all fields."),
    "int_type": Sentence("Use a whole number. Points are hundredths: 30 means 0.30."),
    "bool_type": Sentence("Use true or false."),
    "string_type": Sentence("Put the text in quotation marks."),
    "string_too_short": Sentence("The value is empty. Enter text."),
    "string_too_long": Sentence("The text is too long. Shorten it."),
    "too_short": Sentence("The list is empty. Write at least one entry."),
    "tuple_type": Sentence("Use a list."),
    "dict_type": Sentence("Add names with values below it."),
    "model_type": Sentence("Add fields below it (see docs/policies.md)."),
    "string_pattern_mismatch": Sentence("Invalid format for this field. See docs/policies.md."),
    "greater_than_equal": Sentence("Use a number of at least {ge}."),
    "less_than_equal": Sentence("Use a number of at most {le}."),
    "literal_error": Sentence("Use one of {expected}."),
    "enum": Sentence("Use one of {expected}."),
    "timezone_aware": Sentence("Add the time zone, such as 2025-11-14T12:00:00+08:00."),
    "datetime_parsing": Sentence("Use a time such as 2025-11-14T12:00:00+08:00."),
    "datetime_from_date_parsing": Sentence("Use a time such as 2025-11-14T12:00:00+08:00."),
    "too_long": Sentence("The list is too long. Use at most {max_length} entries."),
}
_RULE_FAULTS = {
    "one_rule": Sentence("Give a holiday exactly one of fixed, lunar, public and weekday."),
    "no_such_day": Sentence("This date does not exist in every year. Choose another."),
    "ramp_order": Sentence("bad must be larger than good."),
    "weights_100": Sentence("The weights must add up to 100."),
    "codes_missing": Sentence("Rules for these codes are missing: {codes}. Add them."),
    "opinion_enforced": Sentence(
        "Model opinions never decide a verdict. Use mode: monitor for {codes}."
    ),
    "flagged_unknown": Sentence("Unknown categories: {codes}. Add them to categories, too."),
    "pattern_unreadable": Sentence(
        "This pattern cannot be read: {codes}. Patterns are RE2: no look-around, no back "
        "references."
    ),
    "pattern_matches_nothing": Sentence(
        "This pattern matches an empty text. Make it ask for one character at least."
    ),
    "case_year": Sentence("The time lies outside the years {codes}. Choose another."),
    "case_names_twice": Sentence("Two cases are named {codes}. Give each its own name."),
}
_OTHER_FAULT = Sentence("Invalid value. See docs/policies.md for what each field takes.")


def _fault_message(fault: ErrorDetails) -> Sentence:
    """The message for a fault that pydantic reports."""
    kind, context = str(fault["type"]), fault.get("ctx", {})
    if kind == "value_error":
        name, _, detail = str(context["error"]).partition(":")
        return Sentence(_RULE_FAULTS[name].message, {"codes": detail} if detail else {})
    template = _PYDANTIC_FAULTS.get(kind, _OTHER_FAULT)
    params: dict[str, Any] = {name: str(value) for name, value in context.items()}
    return Sentence(template.message, params)
