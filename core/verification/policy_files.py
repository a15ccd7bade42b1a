"""Policies out of YAML, with errors that name file, line, field and fix (docs/policies.md)."""

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from core.errors import InputError, NotFoundError, Sentence
from core.files import file_bytes
from core.verification.policy import Policy

SHIPPED = Path(__file__).parent / "policies"
SOURCE_VERSION = "v1.0.0"
MAX_CHARACTERS = 1_000_000
_DEEPEST = 20
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # many times as fast, where it is there


@functools.cache
def shipped_policies() -> dict[str, Policy]:
    """The policies that come with the desk, by version, oldest first."""
    read = (read_policy(file_bytes(file), file_name=file.name) for file in _shipped_files())
    return {policy.version: policy for policy in read}


def policy_of(version: str) -> Policy:
    """Raises NotFoundError naming the versions there are."""
    known = shipped_policies()
    if version not in known:
        raise NotFoundError(
            "Policy {version} does not exist. Choose one of: {known}.",
            version=version,
            known=", ".join(known),
        )
    return known[version]


def source_policy() -> Policy:
    """Source 001 to the letter: what a check is made against that is given no policy."""
    return policy_of(SOURCE_VERSION)


def shipped_text(version: str) -> str:
    """The YAML of a shipped policy as it stands in its file."""
    return file_bytes(SHIPPED / f"{version}.yaml").decode()


def _shipped_files() -> list[Path]:
    return sorted(
        SHIPPED.glob("*.yaml"), key=lambda file: [int(n) for n in file.stem[1:].split(".")]
    )


def read_policy(data: bytes | str, *, file_name: str) -> Policy:
    """Raises InputError with the first fault."""
    text = _text(data, file_name)
    root = _composed(text, file_name)
    try:
        said = yaml.load(text, Loader=_LOADER)  # noqa: S506 - a safe one
        return Policy.model_validate(said)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
    except (ValueError, yaml.YAMLError):  # such as a date in the month 13
        raise InputError(
            "A value cannot be read as YAML. Put texts in quotation marks.", file=file_name
        ) from None
    place, wanted = fault["loc"], _said(fault)
    field = ".".join(str(step) for step in place if step != "[key]") or None
    raise InputError(
        wanted.message, file=file_name, line=_line_of(root, place), field=field, **wanted.params
    )


def write_policy(policy: Policy) -> str:
    """YAML that `read_policy` reads back as the same policy."""
    said = policy.model_dump(mode="json", exclude_none=True)
    return yaml.safe_dump(said, allow_unicode=True, sort_keys=False, width=100)


def _text(data: bytes | str, file_name: str) -> str:
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


def _composed(text: str, file_name: str) -> yaml.MappingNode:
    try:
        _require_shallow(text, file_name)
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise InputError(
            "Not valid YAML. Check the indentation, colons and quotation marks here and just "
            "before.",
            file=file_name,
            line=mark.line + 1 if mark else None,
        ) from None
    if not isinstance(root, yaml.MappingNode):
        raise InputError("This is not a policy. Start from a built-in one.", file=file_name)
    _require_each_once(root, file_name)
    return root


def _require_shallow(text: str, file_name: str) -> None:
    """Before anything is built: references multiply, and nesting eats the stack."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        line = event.start_mark.line + 1 if event.start_mark else None
        if isinstance(event, yaml.AliasEvent):
            raise InputError(
                "References (*) are not allowed here. Write the value out.",
                file=file_name,
                line=line,
            )
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            raise InputError(
                "The policy is nested too deeply. Start from a built-in one.",
                file=file_name,
                line=line,
            )


def _require_each_once(node: yaml.Node, file_name: str) -> None:
    """YAML keeps the last of two equal names without a word."""
    if isinstance(node, yaml.SequenceNode):
        for child in node.value:
            _require_each_once(child, file_name)
    if isinstance(node, yaml.MappingNode):
        seen = set[str]()
        for key, value in node.value:
            if str(key.value) in seen:
                raise InputError(
                    "{name} appears twice. Keep one of them.",
                    file=file_name,
                    line=key.start_mark.line + 1,
                    name=str(key.value),
                )
            seen.add(str(key.value))
            _require_each_once(value, file_name)


def _line_of(root: yaml.Node, place: Sequence[int | str]) -> int:
    """The line of a field, or of the innermost thing around it that is there."""
    node, line = root, root.start_mark.line + 1
    for step in place:
        found: yaml.Node | None = None
        if isinstance(node, yaml.MappingNode):
            pairs = ((key, value) for key, value in node.value if key.value == str(step))
            key, found = next(pairs, (None, None))
            line = key.start_mark.line + 1 if key else line
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            found = node.value[step] if step < len(node.value) else None
            line = found.start_mark.line + 1 if found else line
        if found is None:
            return line
        node = found
    return line


_OF_A_FAULT = {
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
}
_OF_A_RULE = {
    "one_rule": Sentence("Give a holiday exactly one of fixed, lunar, public and weekday."),
    "no_such_day": Sentence("This date does not exist in every year. Choose another."),
    "ramp_order": Sentence("bad must be larger than good."),
    "weights_100": Sentence("The weights must add up to 100."),
    "codes_missing": Sentence("Rules for these codes are missing: {codes}. Add them."),
    "opinion_enforced": Sentence(
        "Model opinions never decide a verdict. Use mode: monitor for {codes}."
    ),
    "flagged_unknown": Sentence("Unknown categories: {codes}. Add them to categories, too."),
}
_UNFIT = Sentence("Invalid value. See docs/policies.md for what each field takes.")


def _said(fault: ErrorDetails) -> Sentence:
    kind, context = str(fault["type"]), fault.get("ctx", {})
    if kind == "value_error":
        name, _, detail = str(context["error"]).partition(":")
        return Sentence(_OF_A_RULE[name].message, {"codes": detail} if detail else {})
    template = _OF_A_FAULT.get(kind, _UNFIT)
    plain: dict[str, Any] = {name: str(value) for name, value in context.items()}
    return Sentence(template.message, plain)
