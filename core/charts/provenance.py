"""The small print of a figure: what was tested, with what, and when."""

from collections.abc import Mapping

from core.depth.results import DatasetMetadata
from core.llm import LEXICAL
from core.locale import N_, Wording

HASH_SHOWN = 12
MODES = {
    "crossed": N_("crossed"),
    "uniform": N_("uniform"),
    "fixed": N_("fixed"),
    "legacy": "",
}
FILLERS = {"random": N_("random"), "shared": N_("shared")}


def provenance(metadata: DatasetMetadata | None, _: Wording) -> list[str]:
    """Model, run, prompt hash, tokeniser, date and the settings a context depends on, as far as
    they are known. A figure of depths is never one of the mode legacy, which claims none.
    """
    if metadata is None:
        return []
    known = [
        (_("model"), metadata.model_name),
        (_("run"), metadata.run),
        (_("prompt"), (metadata.prompt_hash or "")[:HASH_SHOWN]),
        (_("tokeniser"), metadata.tokenizer),
        (_("tested"), metadata.tested_at.replace("T", " ")[:16]),
        (_("mode"), _named(MODES, metadata.depth_mode, _)),
        (_("novel"), _name(metadata.novel_path)),
        (_("questions"), _name(metadata.question_set_path)),
        (_("filler"), _named(FILLERS, metadata.filler or "", _)),
        (_("padding"), metadata.padding_size),
        (_("seed"), metadata.seed),
    ]
    return [f"{name} {value}" for name, value in known if value not in (None, "")]


def tested(metadata: DatasetMetadata | None, _: Wording) -> str:
    """The model, for the line under the title; the offline baseline is called what it is."""
    if metadata is None or metadata.model_name != LEXICAL.model:
        return metadata.model_name if metadata else ""
    kind = _("offline baseline (no model)")
    return f"{metadata.model_name} ({kind})"


def _named(names: Mapping[str, str], name: str, _: Wording) -> str:
    """A name of ours in the reader's language, another's as it is."""
    return _(names[name]) if name in names else name


def _name(path: str) -> str:
    """Without the folders, which may tell more of a machine than belongs in a paper."""
    return path.replace("\\", "/").rsplit("/", 1)[-1]
