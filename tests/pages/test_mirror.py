"""A widget that mirrors a stored value never takes back what changed it meanwhile."""

import pytest
from streamlit.testing.v1 import AppTest


def _page(widget: str) -> None:
    import streamlit as st

    from pages.components.mirror import mirror

    def choose(value: str) -> None:
        st.session_state["stored"] = value
        st.session_state["chosen"] = st.session_state.get("chosen", 0) + 1

    def store() -> None:
        st.session_state["stored"] = "南"

    stored = st.session_state.setdefault("stored", "north")
    options = ["north", "east", "南"]
    more = mirror("mirror", stored, choose)
    if widget == "selectbox":
        st.selectbox("Where", options, index=options.index(stored), **more)
    elif widget == "pills":
        st.pills("Where", options, default=stored, **more)
    else:
        st.text_input("Where", value=stored, **more)
    st.button("Elsewhere", on_click=store)


@pytest.mark.parametrize("widget", ["selectbox", "pills", "text_input"])
def test_what_the_browser_still_shows_undoes_nothing(widget: str) -> None:
    app = AppTest.from_function(_page, args=(widget,)).run()
    showed = app._tree.get_widget_states()
    app.button[0].click().run()
    app._run(showed)
    assert not app.exception
    assert app.session_state["stored"] == "南"
    assert "chosen" not in app.session_state


@pytest.mark.parametrize("widget", ["selectbox", "pills", "text_input"])
def test_a_choice_is_stored_before_and_after_others_change_it(widget: str) -> None:
    app = AppTest.from_function(_page, args=(widget,)).run()
    for number, value in enumerate(("east", "north"), start=1):
        getattr(app, widget)[0].set_value(value).run()
        assert (app.session_state["stored"], app.session_state["chosen"]) == (value, number)
        app.button[0].click().run()
        assert getattr(app, widget)[0].value == "南"
