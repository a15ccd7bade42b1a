"""Short dates in the reader's language."""

from datetime import datetime

from pages.components.language import language

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def short_date(moment: datetime) -> str:
    """`2 Nov`, or 11月2日."""
    if language() == "zh_CN":
        return f"{moment.month}月{moment.day}日"
    return f"{moment.day} {_MONTHS[moment.month - 1]}"
