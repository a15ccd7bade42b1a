"""Parse the YAML of a policy: refuse dangerous or ambiguous input, and find the line of a field."""

from collections.abc import Sequence

import yaml

from core.errors import InputError

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # many times as fast, if available
_DEEPEST = 20
"""Maximum nesting depth."""


def compose_policy(text: str, file_name: str) -> yaml.MappingNode:
    """Parse the text into nodes that know their lines. Raises InputError with line and fix."""
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
    _require_unique_names(root, file_name)
    return root


def values_of(root: yaml.MappingNode) -> object:
    """The values of the nodes as dicts, lists and scalars. Raises ValueError or YAMLError."""
    loader = LOADER("")
    try:
        return loader.construct_document(root)
    finally:
        loader.dispose()


def _require_shallow(text: str, file_name: str) -> None:
    """Refuse references, which can multiply the data, and deep nesting, which exhausts the stack.

    Runs before any node is built. Raises InputError.
    """
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


def _require_unique_names(node: yaml.Node, file_name: str) -> None:
    """Raises InputError if a mapping has a name twice; YAML would silently keep the last one."""
    if isinstance(node, yaml.SequenceNode):
        for child in node.value:
            _require_unique_names(child, file_name)
    if isinstance(node, yaml.MappingNode):
        names = set[str]()
        for key, value in node.value:
            if str(key.value) in names:
                raise InputError(
                    "{name} appears twice. Keep one of them.",
                    file=file_name,
                    line=key.start_mark.line + 1,
                    name=str(key.value),
                )
            names.add(str(key.value))
            _require_unique_names(value, file_name)


def line_of_field(root: yaml.Node, place: Sequence[int | str]) -> int:
    """The line of a field, or of the innermost existing field around it."""
    node, line = root, root.start_mark.line + 1
    for step in place:
        child: yaml.Node | None = None
        if isinstance(node, yaml.MappingNode):
            pairs = ((key, value) for key, value in node.value if key.value == str(step))
            key, child = next(pairs, (None, None))
            line = key.start_mark.line + 1 if key else line
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            child = node.value[step] if step < len(node.value) else None
            line = child.start_mark.line + 1 if child else line
        if child is None:
            return line
        node = child
    return line
