"""`python -m tests.bench.run_speed`: what the engine of runs costs when answers cost nothing."""

import json
import tempfile
import time
from pathlib import Path

from core.services.runs import progress
from db.engine import writing
from db.tables import RecordedReply, Recording
from tests.core.services.runs.conftest import working
from tests.core.services.runs.desk import Desk, open_desk

ITEMS, ENQUEUED = 3000, 50_000


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="desk-") as folder:
        desk = open_desk(Path(folder), "http://127.0.0.1:9/v1", ITEMS)
        recording_id = recorded(desk)
        run_id = desk.start(connection="recorded", recording_id=recording_id, concurrency=50)
        with working(desk):
            end = desk.wait(run_id, timeout_s=300)
        print(f"{ITEMS} recorded answers: {end.items_per_s:.0f} items/s, {end.passed} passed")
    with tempfile.TemporaryDirectory(prefix="desk-") as folder:
        desk = open_desk(Path(folder), "http://127.0.0.1:9/v1", ENQUEUED)
        began = time.perf_counter()
        run_id = desk.start()
        print(f"{ENQUEUED} items enqueued in {time.perf_counter() - began:.2f} s")
        began = time.perf_counter()
        progress(desk.engine, run_id)
        print(f"progress of an empty run in {1000 * (time.perf_counter() - began):.1f} ms")


def recorded(desk: Desk) -> int:
    with writing(desk.engine) as session:
        recording = Recording(
            set_id=desk.set_id, title="bench", file_name="bench", content_hash="bench"
        )
        session.add(recording)
        session.flush()
        assert recording.id is not None
        session.add_all(
            RecordedReply(
                recording_id=recording.id,
                item_key=f"q{n}",
                reply=json.dumps(
                    {
                        "answer": ["a"],
                        "evidence": f"The lamp number {n} stood on shelf {n}",
                        "is_answerable": True,
                        "confidence": "high",
                        "reasoning": "",
                    }
                ),
            )
            for n in range(ITEMS)
        )
        return recording.id


if __name__ == "__main__":
    main()
