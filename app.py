"""The desk, `streamlit run app.py`: the pages, and a worker beside them while they are served."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st

from core.copy import load_sample_pack
from core.library import load_sample
from core.runs.sample import start_sample_runs
from core.runs.supervisor import supervise_worker
from core.runs.worker import prepare
from core.settings import Settings


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    settings = Settings.from_environment()
    await asyncio.to_thread(_open, settings)
    async with supervise_worker(settings):
        yield


def _open(settings: Settings) -> None:
    engine = prepare(settings)
    load_sample(engine)
    start_sample_runs(engine)
    load_sample_pack(engine)


app = st.App("pages/desk.py", lifespan=lifespan)
