"""What the code amounts to: `python -m tests.bench.house [FOLDER]` prints a table.

Files, lines, packages, circles of imports and names that stand twice, of this checkout or of
another one.
"""

import ast
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

PRODUCT = ("core", "db", "pages")


def main(root: Path) -> None:
    product = [file for top in PRODUCT for file in sorted((root / top).rglob("*.py"))]
    tests = sorted((root / "tests").rglob("*.py"))
    imports = dict(_imports(root, product))
    code, docs, other = _lines(product)
    for what, figure in (
        ("product files", len(product)),
        ("product lines: code", code),
        ("product lines: docstrings and comments", docs),
        ("product lines: blank", other),
        ("test files", len(tests)),
        ("test lines", sum(len(file.read_text("utf-8").splitlines()) for file in tests)),
        ("packages", len({file.parent for file in product})),
        ("modules in no package of core", len(list((root / "core").glob("[a-z]*.py")))),
        ("files in the largest folder", Counter(f.parent for f in product).most_common(1)[0][1]),
        ("circles of modules", len(_circles(imports))),
        ("packages in circles", sum(map(len, _circles(_packages(imports))))),
        ("public class names that stand twice", len(repeated_class_names(product))),
    ):
        print(f"{what:42} {figure:7,}")


def _lines(files: Iterable[Path]) -> tuple[int, int, int]:
    """Lines of code, lines of docstrings and comments alone, blank lines."""
    code = docs = blank = 0
    for file in files:
        text = file.read_text("utf-8")
        said = _docstring_lines(ast.parse(text))
        with file.open("rb") as raw:
            tokens = list(tokenize.tokenize(raw.readline))
        said |= {
            token.start[0]
            for token in tokens
            if token.type == tokenize.COMMENT and not token.line[: token.start[1]].strip()
        }
        lines = text.splitlines()
        empty = {number for number, line in enumerate(lines, 1) if not line.strip()}
        docs += len(said - empty)
        blank += len(empty)
        code += len(lines) - len(said | empty)
    return code, docs, blank


def _docstring_lines(tree: ast.AST) -> set[int]:
    """Of every string that stands alone, as docstrings do."""
    return {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def _imports(root: Path, files: list[Path]) -> Iterable[tuple[str, set[str]]]:
    """Each module and the modules of the product that it imports, wherever it does."""
    names = {_name(root, file) for file in files}
    for file in files:
        found = set[str]()
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    full = f"{node.module}.{alias.name}"
                    found.add(full if full in names else node.module)
            elif isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
        yield _name(root, file), (found & names) - {_name(root, file)}


def _name(root: Path, file: Path) -> str:
    dotted = ".".join(file.relative_to(root).with_suffix("").parts)
    return dotted.removesuffix(".__init__")


def _packages(imports: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """The same between the rooms: core.text, core.services.runs, pages.review, db ..."""
    found = defaultdict[str, set[str]](set)
    for module, others in imports.items():
        found[_room(module)] |= {_room(other) for other in others} - {_room(module)}
    return found


def _room(module: str) -> str:
    parts = module.split(".")
    if parts[0] == "db":
        return "db"
    return ".".join(parts[: 3 if parts[:2] == ["core", "services"] else 2])


def _circles(imports: Mapping[str, set[str]]) -> list[set[str]]:
    """Strongly connected parts of more than one member (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in imports.get(node, ()):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            part = set(stack[at:])
            del stack[at:]
            if len(part) > 1:
                found.append(part)

    sys.setrecursionlimit(10_000)
    for node in imports:
        if node not in index:
            visit(node)
    return found


def repeated_class_names(files: Iterable[Path]) -> list[str]:
    """Public classes that share their name with another one, or with the alias of another type."""
    classes, aliases = Counter[str](), set[str]()
    for file in files:
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                classes[node.name] += 1
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                aliases.add(node.targets[0].id)
    return [name for name, count in classes.items() if count > 1 or name in aliases]


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path.cwd())
