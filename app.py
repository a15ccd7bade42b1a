"""The desk, `streamlit run app.py`: the pages, the API, and a worker beside them while served."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st

from core.answering import Desk, load_red_team, load_sample_documents
from core.api.app import api_mount
from core.copy import load_sample_pack
from core.library import load_sample
from core.logs import set_up_logging
from core.runs.sample import start_sample_runs
from core.runs.supervisor import supervise_worker
from core.runs.worker import prepare
from core.settings import Settings


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    await asyncio.to_thread(_open, desk.settings)
    async with supervise_worker(desk.settings):
        yield
    await desk.aclose()


def _open(settings: Settings) -> None:
    set_up_logging(settings)
    engine = prepare(settings)
    load_sample(engine)
    start_sample_runs(engine)
    load_sample_pack(engine)
    load_sample_documents(engine)
    load_red_team(engine)


desk = Desk(Settings.from_environment())
app = st.App("pages/desk.py", lifespan=lifespan, routes=[api_mount(desk)])
