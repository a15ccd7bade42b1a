"""Mark sentences for translation where they are written; they are translated when shown."""


def N_(message: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a sentence for extraction, and return it as it is."""
    return message


def N_n(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802 - beside N_
    """Mark a sentence in its two forms for extraction, and return them as they are."""
    return singular, plural


def plural_form(forms: tuple[str, str], n: int) -> str:
    """The message of `N_n` to raise or store for `n`; `Wording` knows both forms."""
    return forms[0] if n == 1 else forms[1]
