"""Evidence for tests, in both languages."""

from core.evidence_gate.evidence import Evidence
from core.text import Span

GENEALOGY = (
    "严氏始祖讳仲安，于明朝洪武三年自泉州迁入严田。其子三人，长子守耕，次子守读，三子守业。"
    "村中有石桥一座，名永济桥，建于乾隆年间。始祖没有做过官。"
)
PARISH = (
    "The mill at Harrow Ford was built by Thomas Pell in 1742. It burned down twelve years later, "
    "and was never rebuilt. Pell moved to Ashby with his two daughters."
)


def evidence(text: str, title: str, number: int = 1, at: int = 0) -> Evidence:
    span = Span(at, at + len(text))
    return Evidence(number, f"ev-{number}", title, 1, span, text, 1.0, 0.9)


ZH = evidence(GENEALOGY, "严氏族谱")
EN = evidence(PARISH, "Parish book")
