"""The desk's pages as Streamlit's own AppTest runs them."""

import functools
from pathlib import Path

from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import AppTest, app_test, local_script_runner
from streamlit.util import calc_hash

DESK = Path(__file__).parents[1] / "pages" / "desk.py"

# Every AppTest run makes a runtime, which reads the metadata of every installed package to find
# components: more than half the time of a page. What is installed does not change meanwhile.
manifest_scanner.scan_component_manifests = functools.cache(
    manifest_scanner.scan_component_manifests
)
# The app compiles each page once; every AppTest run would do so anew, a quarter of its time.
_compiled_pages = ScriptCache()
app_test.ScriptCache = local_script_runner.ScriptCache = lambda: _compiled_pages


def make_app(page: str = "home") -> AppTest:
    """The desk at that page's address, as a browser opens it; `run` draws it."""
    app = AppTest.from_file(str(DESK), default_timeout=300)
    # What a browser asks for first; `switch_page` would need a run of Home before it.
    app._page_hash = calc_hash("" if page == "home" else page)
    return app
