"""Reviewers are identified by their names."""

import pytest
from sqlalchemy import Engine

from core.errors import InputError
from core.services.review import reviewer_id, reviewers, stored_name
from db.engine import writing
from db.tables import Reviewer


@pytest.mark.parametrize("given", ["bea", "BEA", "  Bea ", "Ｂｅａ"])
def test_a_name_in_other_capitals_spaces_or_width_is_the_same_reviewer(
    engine: Engine, given: str
) -> None:
    first = reviewer_id(engine, "Bea")
    assert reviewer_id(engine, given) == first
    assert stored_name(engine, given) == "Bea"
    assert reviewers(engine).count("Bea") == 1


def test_two_that_were_stored_apart_before_stay_apart(engine: Engine) -> None:
    with writing(engine) as session:
        session.add_all([Reviewer(name="Ann"), Reviewer(name="ann")])
    assert stored_name(engine, "ann") == "ann"
    assert reviewer_id(engine, "ann") != reviewer_id(engine, "Ann")


def test_a_name_of_spaces_is_refused(engine: Engine) -> None:
    with pytest.raises(InputError, match="name is empty"):
        stored_name(engine, "　 ")
