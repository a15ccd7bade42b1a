"""What is fed in: sound files and replies, torn and stuffed by chance, and mere bytes."""

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

HOSTILE = (
    "<script>window.hacked=1</script>",
    "=HYPERLINK(1)",
    "\u202e\u200b\u2066",
    "\ud800",
    "\\ud800",
    "\x00",
    "\x1b[31m",
    "{missing}",
    "{0}",
    "%s",
    "../../etc/passwd",
    "一" * 600,
    "é" * 3,
    "\ufeff",
    "\u2028",
    "1e999",
    "９９９",
)
NUMBERS: tuple[Any, ...] = (
    0, -1, 1, 2**31, 2**63, -(2**63) - 1, 10**30, 10**400, 0.5, -0.0, 1e308, float("inf"),
    float("nan"),
)  # fmt: skip
_CODES = [b"\x00", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\x80", b"\xed\xa0\x80", b"\r", b'"']
_TOKENS = [b"{", b"}", b"[", b"]", b",", b":", b'"', b"'", b"\n", b"null", b"NaN", b"1e999", b"\\u"]
_TOKENS += [b"[" * 200, b'{"a":' * 200, b"- ", b"&a ", b"*a", b"!!python/object:os.system", b"\t"]

texts = st.sampled_from(HOSTILE) | st.text(max_size=20)
values = st.recursive(
    st.none() | st.booleans() | st.sampled_from(NUMBERS) | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)
"""Anything JSON can say, and what it cannot."""


@st.composite
def rows_like(draw: st.DrawFn, sound: Sequence[Any]) -> Any:
    """One of the sound values, with up to three of its fields, at any depth, replaced or left out.

    Mostly few: a value that is wrong everywhere is refused for its first fault.
    """
    made = deepcopy(draw(st.sampled_from(sound)))
    for _ in range(draw(st.sampled_from([0, 0, 1, 1, 2, 3]))):
        holders = list(_holders(made))
        if not holders:
            break
        holder = draw(st.sampled_from(holders))
        names = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        name = draw(st.sampled_from(names))
        match draw(st.sampled_from(["replaced", "replaced", "left out", "more"])):
            case "left out":
                del holder[name]
            case "more" if isinstance(holder, dict):
                holder[draw(texts)] = draw(values)
            case _:
                holder[name] = draw(values)
    return made


def _holders(value: Any) -> Iterator[Any]:
    """Every object and list of the value that holds something."""
    if isinstance(value, dict | list) and value:
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _holders(inner)


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii="\ud800" in repr(value), default=str)


def json_texts(sound: Sequence[Any]) -> st.SearchStrategy[str]:
    return rows_like(sound).map(as_json)


def torn(files: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    """Whole, cut off, or with bytes put in, taken out or changed."""
    return st.one_of(files, files, st.tuples(files, st.lists(_cuts, max_size=3)).map(_apply))


_cuts = st.tuples(
    st.floats(0, 1),
    st.integers(0, 12),
    st.sampled_from(_CODES + _TOKENS) | st.binary(max_size=8) | st.just(b""),
    st.booleans(),
)


def _apply(made: tuple[bytes, list[tuple[float, int, bytes, bool]]]) -> bytes:
    data, cuts = made
    for share, length, put_in, ends_here in cuts:
        at = int(share * len(data))
        data = data[:at] + put_in + (b"" if ends_here and length == 0 else data[at + length :])
    return data


def encoded(text: st.SearchStrategy[str]) -> st.SearchStrategy[bytes]:
    """Mostly UTF-8, else as other programs save it."""
    codes = st.sampled_from(["utf-8"] * 6 + ["utf-8-sig", "utf-16", "gb18030", "big5", "cp1252"])
    return st.tuples(text, codes).map(lambda both: both[0].encode(both[1], "backslashreplace"))


def lines_of(sound: Sequence[Any]) -> st.SearchStrategy[bytes]:
    """JSON Lines of such rows, torn."""
    return torn(encoded(st.lists(json_texts(sound), min_size=1, max_size=5).map("\n".join)))


def list_of(sound: Sequence[Any]) -> st.SearchStrategy[bytes]:
    """A JSON list of such rows, torn."""
    rows = st.lists(json_texts(sound), min_size=1, max_size=4).map(",".join)
    return torn(encoded(rows.map(lambda inner: f"[{inner}]")))


def table_of(columns: Sequence[str], cells: Sequence[str]) -> st.SearchStrategy[bytes]:
    """CSV with these columns, torn."""
    cell = st.sampled_from(cells) | texts.map(lambda text: '"' + text.replace('"', '""') + '"')
    row = st.lists(cell, min_size=len(columns) - 1, max_size=len(columns) + 1).map(",".join)
    table = st.lists(row, max_size=4).map(lambda rows: "\n".join([",".join(columns), *rows]))
    return torn(encoded(table))


def replies_like(sound: Sequence[Any]) -> st.SearchStrategy[str]:
    """What models write: the object asked for, more or less, with words around it, or cut off."""
    said = json_texts(sound)
    wraps = st.sampled_from(
        [
            "{}",
            "```json\n{}\n```",
            "<think>{}</think>",
            "<think>a</think>{}",
            "I say: {} so.",
            "“{}”",
        ]
    )
    wrapped = st.tuples(wraps, said).map(lambda both: both[0].replace("{}", both[1]))
    python = rows_like(sound).map(repr)
    broken = torn((wrapped | python).map(lambda text: text.encode("utf-8", "surrogatepass")))
    return wrapped | python | texts | broken.map(lambda data: data.decode("utf-8", "replace"))
