"""The YAML of a policy: refused where it is dangerous or ambiguous, and the line of each field."""

from collections.abc import Sequence

import yaml

from core.errors import InputError

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # many times as fast, where it is there
_DEEPEST = 20


def compose_policy(text: str, file_name: str) -> yaml.MappingNode:
    """The nodes of the text with their lines. Raises InputError with line and fix."""
    try:
        _require_shallow(text, file_name)
        root = yaml.compose(text, Loader=LOADER)
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


def values_of(root: yaml.MappingNode) -> object:
    """What the nodes say, as dicts, lists and texts. Raises ValueError and YAMLError."""
    loader = LOADER("")
    try:
        return loader.construct_document(root)
    finally:
        loader.dispose()


def _require_shallow(text: str, file_name: str) -> None:
    """Before anything is built: references multiply, and nesting eats the stack."""
    depth = 0
    for event in yaml.parse(text, Loader=LOADER):
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


def line_of_field(root: yaml.Node, place: Sequence[int | str]) -> int:
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
