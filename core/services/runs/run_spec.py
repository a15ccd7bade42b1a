"""What a run asks and how, frozen when it starts."""

import hashlib
import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from core.depth.context_builder import PADDING
from core.depth.depth_scheduler import DepthMode
from core.depth.examiner import TEMPLATE as DEPTH_TEMPLATE
from core.depth.trial_plan import Control
from core.errors import InputError
from core.llm import Price, PromptTemplateManager
from core.llm.reply_formats import ReplyFormat
from core.settings import DEFAULT_TOKENIZER, DESK_VERSION
from core.text import SIMILARITY_FLOOR, WordRule
from core.validation import ContextMode

TEMPLATE = "validation_prompt"

_AtLeastOne = Annotated[int, Field(ge=1)]


class BaseSpec(BaseModel):
    """Everything that shapes a run's results; stored with it and never changed.

    `tokenizer` counts the positions. `price` is what was known of the model's when the run
    started, None: unknown. `max_calls`, `max_tokens` (prompt and completion together) and
    `max_cost` (in the price's currency) are the caps it started with: it pauses before a call
    that may pass one, and the calls then in flight still finish. `reuse_replies` answers a
    prompt from the replies already paid for. `language` is the prompt's. `json_mode` asks for JSON
    even where the connection itself does not; `reply_format` is the form that a test found its
    endpoint to keep to. `batch`: the calls are written out and their results read back
    (core.services.runs.batch_runs), none is made here.
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
        """The same, its calls written out for half the price; none of them is in store."""
        price = self.price.in_a_batch if self.price else None
        changed = {"batch": True, "reuse_replies": False, "price": price}
        return self.model_copy(update=changed)

    @property
    def currency(self) -> str:
        """Of its costs, "" where it is not known."""
        return self.price.currency if self.price else ""

    @property
    def spec_hash(self) -> str:
        """Equal specs have equal hashes (16 hex digits)."""
        content = json.dumps(self.model_dump(mode="json"), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(content.encode()).hexdigest()[:16]


class RunSpec(BaseSpec):
    """Of a validation (source 000). `wording`: whether another word keeps a quote from being found
    (reading 63); runs of releases before it was asked tolerate.
    """

    kind: Literal["validation"] = "validation"
    context_mode: ContextMode = ContextMode.POSITION
    similarity_threshold: Annotated[float, Field(ge=SIMILARITY_FLOOR, le=1.0)] = 0.8
    confidence_threshold: Literal["high", "medium", "low"] = "medium"
    wording: WordRule = WordRule.STRICT

    def same_prompts(self, other: "RunSpec") -> bool:
        """Whether both ask the same model the same questions in the same words."""
        shaping = {
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
        return self.model_dump(include=shaping) == other.model_dump(include=shaping)


class ImportedSpec(BaseModel):
    """Where results came from that were not obtained here; `metadata` as their file has it.

    `left_out` counts rows that cannot be drawn, by why.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    file_name: str
    content_hash: str
    metadata: dict[str, Any] = Field(default_factory=dict)
    depth_bins: tuple[str, ...] = ()
    left_out: dict[str, int] = Field(default_factory=dict)


class DepthSpec(BaseSpec):
    """Of a depth test (source 003).

    `validation_run_id`: the validation that narrows the evidence and, with `ignore_invalid`, says
    which questions are left out. `padding_size` and lengths in tokens. `imported`: nothing was
    asked here; then what the file does not say has no meaning.
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
    """The spec a run was stored with. Raises InputError where this desk does not know it."""
    try:
        return _ANY.validate_python({**_of_old_validations(stored), **stored})
    except ValidationError:
        raise InputError(
            "The run was created by another release, and this one cannot read it. Update the app "
            "and every worker to the same release, then resume the run."
        ) from None


def _of_old_validations(stored: Mapping[str, Any]) -> dict[str, Any]:
    is_validation = stored.get("kind", "validation") == "validation"
    return {"wording": WordRule.TOLERATE.value} if is_validation else {}


def new_spec(
    templates: PromptTemplateManager, *, set_id: int, connection: str, **chosen: Any
) -> RunSpec:
    """A spec with the template's version and hash and the desk's version filled in."""
    asked = _template(templates, chosen.pop("template_id", TEMPLATE))
    return RunSpec(set_id=set_id, connection=connection, **asked, **chosen)


def new_depth_spec(
    templates: PromptTemplateManager, *, set_id: int, connection: str, **chosen: Any
) -> DepthSpec:
    """As `new_spec`, of a depth test."""
    asked = _template(templates, chosen.pop("template_id", DEPTH_TEMPLATE))
    return DepthSpec(set_id=set_id, connection=connection, **asked, **chosen)


def _template(templates: PromptTemplateManager, template_id: str) -> dict[str, Any]:
    """What a spec says of its template, and of the desk that rendered it."""
    info = templates.info(template_id)
    return {
        "template_id": template_id,
        "template_version": info.version,
        "template_hash": info.hash,
        "desk_version": DESK_VERSION,
    }
