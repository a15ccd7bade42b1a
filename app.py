"""The desk, `streamlit run app.py`: the pages, the API, and a worker beside them while served."""

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware

from core.api.app import api_mount
from core.api.headers import OF_PAGES, SafeHeaders
from core.api.local_only import FIGURES, FIGURES_REFUSED, LocalOnly
from core.api.uploads import InvitedUploads
from core.errors import DeskError
from core.ops.database import describe_failure, using_desk
from core.ops.gc_tuning import tune_gc
from core.ops.logs import set_up_logging
from core.ops.preparing import prepare
from core.queue import Process
from core.services.access import SET_UP_LOGIN, require_local_address
from core.services.answers import AnswerContext, load_red_team, load_sample_documents
from core.services.library import load_sample
from core.services.retention import are_samples_removed
from core.services.runs import start_sample_runs
from core.services.verification import load_sample_pack
from core.settings import Settings
from core.worker.supervisor import supervise_worker
from pages.components.login import is_configured, require_complete, stay_guarded


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    async with supervise_worker(desk.settings):
        yield
    await desk.aclose()


def prepare_desk(settings: Settings) -> None:
    engine = prepare(settings)
    if not are_samples_removed(engine):
        load_sample(engine)
        start_sample_runs(engine)
    load_sample_pack(engine)
    load_sample_documents(engine)
    load_red_team(engine)
    tune_gc()


in_use = ExitStack()  # keeps the lock on the desk until this process ends
try:
    settings = Settings.from_environment()
    desk = AnswerContext(settings, has_login=is_configured())
    if desk.has_login:
        require_complete()
    is_guarded = desk.has_login or settings.open_to_all
    require_local_address(
        st.get_option("server.address"),
        guarded=is_guarded,
        fix=SET_UP_LOGIN,
    )
    set_up_logging(settings)
    in_use.enter_context(using_desk(settings, Process.APP))
    prepare_desk(settings)
except Exception as error:
    said = error if isinstance(error, DeskError) else describe_failure(error)
    if said is None:
        raise
    raise SystemExit(f"error: {said}") from None
if desk.has_login:
    stay_guarded()
app = st.App(
    "pages/desk.py",
    lifespan=lifespan,
    routes=[api_mount(desk)],
    middleware=[
        Middleware(SafeHeaders, headers=OF_PAGES),
        Middleware(InvitedUploads),
        Middleware(LocalOnly, what=FIGURES, refused=FIGURES_REFUSED)
        if is_guarded
        else Middleware(LocalOnly),
    ],
)
