"""docs/benchmarks.md: what was measured takes the place of what was, and the rest stays."""

import re

BY_HAND = "<!-- by hand -->"
"""What follows it, to the end of its section, is somebody's reading of the figures."""

_HEADING = re.compile(r"^(?=#{2,3} )", re.MULTILINE)


def renewed(page: str, measured: str) -> str:
    """`page` with the sections of `measured`, which are known by their headings.

    Sections that were not measured stay as they are, and so does what was written by hand at the
    end of one that was; a new one comes last.
    """
    sections = _sections(page)
    for heading, text in _sections(measured).items():
        _, mark, by_hand = sections.get(heading, "").partition(BY_HAND)
        end = f"\n\n{mark}{by_hand.rstrip()}" if mark else ""
        sections[heading] = f"{text.rstrip()}{end}\n\n"
    return "".join(sections.values()).rstrip() + "\n"


def _sections(page: str) -> dict[str, str]:
    """Heading, with that of the section it is in -> its text, in the page's order."""
    found: dict[str, str] = {}
    within = ""
    for text in filter(None, _HEADING.split(page)):
        heading = text.partition("\n")[0]
        if heading.startswith("## "):
            within = heading
        found[f"{within}/{heading}"] = f"{text.rstrip()}\n\n"
    return found
