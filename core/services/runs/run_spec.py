"""The settings of a run, frozen when it starts."""

import hashlib
import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from core.depth import PADDING, Control, DepthMode
from core.depth.examiner import TEMPLATE as DEPTH_TEMPLATE
from core.errors import InputError
from core.llm import Price, PromptTemplateManager, ReplyFormat
from core.settings import DEFAULT_TOKENIZER, DESK_VERSION
from core.text import SIMILARITY_FLOOR, WordRule
from core.validation import ContextMode

TEMPLATE = "validation_prompt"

_AtLeastOne = Annotated[int, Field(ge=1)]


class BaseSpec(BaseModel):
    """All settings that shape a run's results; stored with the run and never changed.

    `tokenizer` counts the questions' positions. `price`: the model's when the run started, None if
    unknown. `max_calls`, `max_tokens` (prompt and completion together) and `max_cost` (in the
    price's currency) are the initial caps: the run pauses before a call that may exceed one, while
    calls in flight finish. `reuse_replies`: use stored replies to the same prompts. `language`:
    the prompt's. `json_mode` asks for JSON even if the connection does not; `reply_format`: the
    format that a test found the endpoint to support. `batch`: the calls are written to files and
    their results read back (core.services.runs.batch_runs), instead of being made here.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    set_id: int
    connection: str
    model: str = ""
    recording_id: int | None = None
    template_id: str = TEMPLATE
    template_version: str = ""
    template_hash: str = ""
    language: Literal["en", "zh"] = "en"
    tokenizer: str = DEFAULT_TOKENIZER
    concurrency: Annotated[int, Field(ge=1, le=200)] = 5
    max_calls: _AtLeastOne | None = None
    max_tokens: _AtLeastOne | None = None
    max_cost: Annotated[float, Field(gt=0.0, allow_inf_nan=False)] | None = None
    price: Price | None = None
    reuse_replies: bool = True
    json_mode: bool = False
    reply_format: ReplyFormat | None = None
    batch: bool = False
    desk_version: str = ""

    def as_batch(self) -> Self:
        """The spec as a batch run, at the batch price and without stored replies."""
        price = self.price.in_a_batch if self.price else None
        changed = {"batch": True, "reuse_replies": False, "price": price}
        return self.model_copy(update=changed)

    @property
    def currency(self) -> str:
        """The currency of its costs, "" if the price is unknown."""
        return self.price.currency if self.price else ""

    @property
    def spec_hash(self) -> str:
        """A hash of the settings (16 hex digits)."""
        content = json.dumps(self.model_dump(mode="json"), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(content.encode()).hexdigest()[:16]


class RunSpec(BaseSpec):
    """The settings of a validation run (source 000).

    `wording`: whether a quote with a different word counts as not found (reading 63); runs of
    releases without this setting tolerate it.
    """

    kind: Literal["validation"] = "validation"
    context_mode: ContextMode = ContextMode.POSITION
    similarity_threshold: Annotated[float, Field(ge=SIMILARITY_FLOOR, le=1.0)] = 0.8
    confidence_threshold: Literal["high", "medium", "low"] = "medium"
    wording: WordRule = WordRule.STRICT

    def same_prompts(self, other: "RunSpec") -> bool:
        """Whether both send the same prompts to the same model."""
        fields = {
            "set_id",
            "connection",
            "model",
            "recording_id",
            "template_id",
            "template_hash",
            "language",
            "tokenizer",
            "context_mode",
            "json_mode",
            "reply_format",
        }
        return self.model_dump(include=fields) == other.model_dump(include=fields)


class ImportedSpec(BaseModel):
    """The origin of imported results; `metadata` as in their file.

    `left_out` counts rows that cannot be charted, by reason.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    file_name: str
    content_hash: str
    metadata: dict[str, Any] = Field(default_factory=dict)
    depth_bins: tuple[str, ...] = ()
    left_out: dict[str, int] = Field(default_factory=dict)


class DepthSpec(BaseSpec):
    """The settings of a depth test (source 003).

    `validation_run_id`: the validation run whose found evidence narrows the places and, with
    `ignore_invalid`, whose failed questions are left out. `padding_size` and lengths in tokens.
    `imported`: set if the results were imported; fields that the file lacks then mean nothing.
    """

    kind: Literal["depth"] = "depth"
    template_id: str = DEPTH_TEMPLATE
    depth_mode: DepthMode = DepthMode.UNIFORM
    context_lengths: Annotated[tuple[_AtLeastOne, ...], Field(min_length=1)]
    fixed_depth: Annotated[float, Field(ge=0.0, le=1.0)] | None = None
    padding_size: Annotated[int, Field(ge=0)] = PADDING
    filler: Literal["random", "shared"] = "random"
    seed: int = 0
    repeats: _AtLeastOne = 1
    controls: tuple[Control, ...] = ()
    rotate_options: bool = False
    validation_run_id: int | None = None
    ignore_invalid: bool = False
    imported: ImportedSpec | None = None


AnySpec = RunSpec | DepthSpec
_ANY: TypeAdapter[AnySpec] = TypeAdapter(Annotated[AnySpec, Field(discriminator="kind")])


def read_spec(stored: Mapping[str, Any]) -> AnySpec:
    """Parse a run's stored spec. Raises InputError if this release cannot read it."""
    try:
        return _ANY.validate_python({**_old_defaults(stored), **stored})
    except ValidationError:
        raise InputError(
            "The run was created by another release, and this one cannot read it. Update the app "
            "and every worker to the same release, then resume the run."
        ) from None


def _old_defaults(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Values that validation runs of older releases have for settings they were stored without."""
    is_validation = stored.get("kind", "validation") == "validation"
    return {"wording": WordRule.TOLERATE.value} if is_validation else {}


def new_spec(
    templates: PromptTemplateManager, *, set_id: int, connection: str, **chosen: Any
) -> RunSpec:
    """A spec of a validation run, with the versions of template and desk filled in."""
    template_fields = _template(templates, chosen.pop("template_id", TEMPLATE))
    return RunSpec(set_id=set_id, connection=connection, **template_fields, **chosen)


def new_depth_spec(
    templates: PromptTemplateManager, *, set_id: int, connection: str, **chosen: Any
) -> DepthSpec:
    """As `new_spec`, for a depth test."""
    template_fields = _template(templates, chosen.pop("template_id", DEPTH_TEMPLATE))
    return DepthSpec(set_id=set_id, connection=connection, **template_fields, **chosen)


def _template(templates: PromptTemplateManager, template_id: str) -> dict[str, Any]:
    """The fields of a spec about its template and the desk's version."""
    info = templates.info(template_id)
    return {
        "template_id": template_id,
        "template_version": info.version,
        "template_hash": info.hash,
        "desk_version": DESK_VERSION,
    }
