"""Static analysis: which functions of core write to the database without demanding a right."""

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[4]
WRITERS = {"writing", "for_writing"}
KINDS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
Place = tuple[str, str]
"""A module and a name in it."""


@cache
def tree(module: str) -> ast.Module | None:
    file = ROOT / module.replace(".", "/")
    for path in (file.with_suffix(".py"), file / "__init__.py"):
        if path.is_file():
            return ast.parse(path.read_text("utf-8"))
    return None


@cache
def imported(module: str) -> dict[str, Place]:
    """Map the names that a module imports to where they come from."""
    places = dict[str, Place]()
    for node in ast.walk(tree(module) or ast.Module([], [])):
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                places[name.asname or name.name] = (node.module, name.name)
    return places


@cache
def defined(module: str) -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    body = (tree(module) or ast.Module([], [])).body
    return {node.name: node for node in body if isinstance(node, KINDS)}


def resolved(module: str, name: str) -> Place | None:
    """Follow re-exports of packages to the module that defines the name."""
    while name not in defined(module):
        if name not in imported(module):
            return None
        module, name = imported(module)[name]
        if not module.startswith("core"):
            return None
    return module, name


@cache
def called(module: str, node: ast.AST) -> tuple[Place, ...]:
    return tuple(_called(module, node))


def _called(module: str, node: ast.AST) -> Iterator[Place]:
    for call in (each for each in ast.walk(node) if isinstance(each, ast.Call)):
        for part in (call.func, *call.args):  # a function passed as an argument may be called there
            if isinstance(part, ast.Name):
                place = resolved(module, part.id)
            elif isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                package, base = imported(module).get(part.value.id, ("", ""))
                place = resolved(f"{package}.{base}", part.attr) if package else None
            else:
                place = None
            if place:
                yield place


@cache
def _names(node: ast.AST) -> set[str]:
    return {
        call.func.id
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    }


def forgets(place: Place, above: frozenset[Place] = frozenset()) -> bool:
    """Whether a function writes, itself or through others, without a right having been demanded
    before.
    """
    module, name = place
    return place not in above and writes_unasked(module, [defined(module)[name]], above | {place})


def writes_unasked(module: str, done: Sequence[ast.stmt], above: frozenset[Place]) -> bool:
    """Whether one of these statements can write before a right is demanded. A demand that comes
    later, or under a condition, does not count.
    """
    for each in done:
        if demanded(each):
            return False
        if isinstance(each, KINDS):  # a class and its methods, or a function in another
            if writes_unasked(module, each.body, above):
                return True
        elif _names(each) & WRITERS or any(forgets(place, above) for place in called(module, each)):
            return True
    return False


def demanded(node: ast.AST) -> set[str]:
    """Return the rights that a statement like `demand(engine, Right.EXPORT)` names: EXPORT."""
    match node:
        case ast.Expr(ast.Call(ast.Name("demand"), [_, right])):
            return {child.attr for child in ast.walk(right) if isinstance(child, ast.Attribute)}
    return set()


def demanding(right: str) -> set[Place]:
    """Return the functions of core that demand this right."""
    places = set[Place]()
    for path in (ROOT / "core").rglob("*.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for name, node in defined(module).items():
            if any(right in demanded(child) for child in ast.walk(node)):
                places.add((module, name))
    return places


def taken_by(*folders: str) -> set[Place]:
    """Return the functions of core that the modules of these folders import."""
    places = set[Place]()
    for path in (each for folder in folders for each in (ROOT / folder).rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for package, name in imported(module).values():
            if package.startswith("core"):
                place = resolved(package, name)
                if place and not isinstance(defined(place[0])[place[1]], ast.ClassDef):
                    places.add(place)
    return places


def handed_out(*packages: str) -> set[Place]:
    """Return the functions in `__all__` of these packages."""
    places = set[Place]()
    for package in packages:
        for name in imported(package):
            place = resolved(package, name)
            if place and not isinstance(defined(place[0])[place[1]], ast.ClassDef):
                places.add(place)
    return places
