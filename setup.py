"""Puts the app's own Streamlit settings into the wheel; everything else is in pyproject.toml."""

from pathlib import Path
from shutil import copyfile, rmtree

from setuptools import setup
from setuptools.command.build_py import build_py

SETTINGS = Path(".streamlit", "config.toml")


class BuildWithSettings(build_py):
    """Streamlit reads `.streamlit/config.toml` beside app.py, and no package can have that name."""

    def run(self) -> None:
        if self.editable_mode:
            super().run()
            return
        rmtree(self.build_lib, ignore_errors=True)  # what an earlier build left is no part of this
        super().run()
        target = Path(self.build_lib, SETTINGS)
        target.parent.mkdir()
        copyfile(SETTINGS, target)


setup(cmdclass={"build_py": BuildWithSettings})
