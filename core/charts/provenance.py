"""The small print of a figure: model, settings and date of the test."""

from collections.abc import Mapping

from core.depth import DatasetMetadata
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
    """Return labels of model, run, prompt hash, tokeniser, date and context settings, if recorded.

    The mode legacy has no label, as its results have no depth.
    """
    if metadata is None:
        return []
    entries = [
        (_("model"), metadata.model_name),
        (_("run"), metadata.run),
        (_("prompt"), (metadata.prompt_hash or "")[:HASH_SHOWN]),
        (_("tokeniser"), metadata.tokenizer),
        (_("tested"), metadata.tested_at.replace("T", " ")[:16]),
        (_("mode"), _translated_name(MODES, metadata.depth_mode, _)),
        (_("novel"), _name(metadata.novel_path)),
        (_("questions"), _name(metadata.question_set_path)),
        (_("filler"), _translated_name(FILLERS, metadata.filler or "", _)),
        (_("padding"), metadata.padding_size),
        (_("seed"), metadata.seed),
    ]
    return [f"{name} {value}" for name, value in entries if value not in (None, "")]


def model_label(metadata: DatasetMetadata | None, _: Wording) -> str:
    """Return the model's name for the subtitle; the offline baseline is labelled as such."""
    if metadata is None or metadata.model_name != LEXICAL.model:
        return metadata.model_name if metadata else ""
    kind = _("offline baseline (no model)")
    return f"{metadata.model_name} · {kind}"


def _translated_name(names: Mapping[str, str], name: str, _: Wording) -> str:
    """Translate a name that `names` has; return any other unchanged."""
    return _(names[name]) if name in names else name


def _name(path: str) -> str:
    """Return the file name without folders, which may be private."""
    return path.replace("\\", "/").rsplit("/", 1)[-1]
