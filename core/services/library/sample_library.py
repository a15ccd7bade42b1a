"""The sample library shipped with the desk, whose questions contain faults on purpose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Engine
from sqlmodel import Session

from core.llm import read_recording
from core.questions import ReadQuestions, check_questions, read_questions
from core.services.library.recordings import store_recording
from core.services.library.sets import store_set
from core.services.library.sources import store_source
from core.services.library.transactions import in_one_transaction
from core.text import DecodedText, decode_text

FOLDER = Path(__file__).parent / "sample"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Bilingual(_Frozen):
    """A text in English and in Chinese."""

    en: str
    zh: str

    def in_language(self, language: str) -> str:
        """Return the Chinese text for any `zh` language, else the English one."""
        return self.zh if language.startswith("zh") else self.en


class SampleText(_Frozen):
    """One story of the sample; `story`, `questions` and `replies` are files beside the manifest."""

    id: str
    title: str
    language: str
    story: str
    questions: str
    replies: str
    replies_title: str
    tokenizer: str


class Planted(_Frozen):
    """A fault that was put into the question `item` on purpose."""

    item: str
    fault: str
    note: Bilingual


class Manifest(_Frozen):
    """Texts and planted faults of the sample. Every score must be shown together with `label`."""

    label: Bilingual
    texts: tuple[SampleText, ...]
    planted: tuple[Planted, ...]

    @property
    def faults(self) -> Mapping[str, str]:
        """Item -> its planted fault."""
        return {planted.item: planted.fault for planted in self.planted}


@dataclass(frozen=True, slots=True)
class LoadedText:
    """The database ids of a sample story."""

    id: str
    source_id: int
    set_id: int
    recording_id: int


@dataclass(frozen=True, slots=True)
class SampleLoaded:
    texts: tuple[LoadedText, ...]
    already_there: bool


@lru_cache(maxsize=1)
def sample_manifest() -> Manifest:
    return Manifest.model_validate_json((FOLDER / "manifest.json").read_bytes())


def load_sample(engine: Engine) -> SampleLoaded:
    """Add the sample's stories, question sets and recordings; existing ones stay as they are."""
    texts = [_read(text) for text in sample_manifest().texts]
    return in_one_transaction(engine, lambda session: _store(session, texts))


@dataclass(frozen=True, slots=True)
class _ReadText:
    """The files of a sample story, read and checked."""

    sample: SampleText
    story: DecodedText
    questions: ReadQuestions
    replies: Mapping[str, str]


def _read(text: SampleText) -> _ReadText:
    story, questions, replies = (
        (FOLDER / name).read_bytes() for name in (text.story, text.questions, text.replies)
    )
    read = read_questions(questions, file_name=text.questions)
    return _ReadText(
        sample=text,
        story=decode_text(story, file_name=text.story),
        questions=read.with_issues(check_questions(read.questions)),
        replies=read_recording(replies, text.replies),
    )


def _store(session: Session, texts: Sequence[_ReadText]) -> SampleLoaded:
    loaded = [_store_text(session, text) for text in texts]
    return SampleLoaded(
        texts=tuple(text for text, _ in loaded),
        already_there=all(is_present for _, is_present in loaded),
    )


def _store_text(session: Session, text: _ReadText) -> tuple[LoadedText, bool]:
    source = store_source(
        session,
        text.story,
        file_name=text.sample.story,
        title=text.sample.title,
        language=text.sample.language,
        is_sample=True,
    )
    added = store_set(
        session,
        text.questions,
        source_id=source.source_id,
        title=text.sample.title,
        tokenizer=text.sample.tokenizer,
        file_name=text.sample.questions,
        is_sample=True,
    )
    recording = store_recording(
        session,
        added.set_id,
        text.replies,
        file_name=text.sample.replies,
        title=text.sample.replies_title,
        is_sample=True,
    )
    loaded = LoadedText(text.sample.id, source.source_id, added.set_id, recording.recording_id)
    return loaded, source.already_there and added.already_there and recording.already_there
