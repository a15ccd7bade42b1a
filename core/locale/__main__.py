"""`python -m core.locale` brings the catalogues up to date with the source code.

New sentences are added untranslated, sentences that are gone are dropped. The exit code is 1 until
every sentence is translated. English needs no catalogue: it is what the code says. A sentence that
databases hold and that is reworded gets a line in `former_wordings.json`, from the old to the new.
"""

import argparse
import sys

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from core.locale.catalogue import LANGUAGES, TRANSLATED, catalogue_file, former_wordings
from core.locale.extraction import messages


def template() -> Catalog:
    """A catalogue of all sentences in the code, without translations."""
    catalogue = Catalog(project="Evidence Desk", charset="utf-8")
    for message in messages():
        # Line numbers are left out: they would change the catalogue with every edit of the code.
        catalogue.add(message.id, locations=[(message.file, 0)])
    return catalogue


def update(language: str) -> None:
    """Rewrite a language's catalogue with the present sentences."""
    file = catalogue_file(language)
    catalogue = stored(language) if file.exists() else Catalog(locale=language)
    catalogue.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    with file.open("wb") as written:
        write_po(written, catalogue, width=100, sort_by_file=True, include_lineno=False)


def stored(language: str) -> Catalog:
    with catalogue_file(language).open("rb") as file:
        return read_po(file, locale=language)


def problems(language: str) -> list[str]:
    """Sentences missing from the catalogue, untranslated, or no longer in the code."""
    catalogue = stored(language)
    in_code = {message.text for message in messages()}
    translations = {_first(message.id): message.string for message in catalogue if message.id}
    problems_found = [
        f"not in the catalogue: {text}" for text in sorted(in_code - translations.keys())
    ]
    problems_found += [
        f"no longer in the code: {text}" for text in sorted(translations.keys() - in_code)
    ]
    # Babel does not compile fuzzy entries, so they would be shown in English.
    doubtful = {_first(message.id) for message in catalogue if message.id and message.fuzzy}
    problems_found += [
        f"not translated: {text}"
        for text, translation in translations.items()
        if not _first(translation) or text in doubtful
    ]
    return problems_found


def former_problems() -> list[str]:
    """Former wordings that map to no present sentence, or are still in the code."""
    in_code = {text for message in messages() for text in (message.text, message.plural) if text}
    dangling = [
        f"led to by a former wording alone: {now}"
        for now in former_wordings().values()
        if now not in in_code
    ]
    return dangling + [
        f"a former wording still in the code: {old}" for old in former_wordings() if old in in_code
    ]


def _first(text: str | list[str] | tuple[str, ...] | None) -> str:
    return (text if isinstance(text, str) else text[0]) if text else ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m core.locale", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, only report")
    check = parser.parse_args().check
    remaining = former_problems()
    for language in TRANSLATED:
        if not check:
            update(language)
        remaining += [f"{LANGUAGES[language]}: {problem}" for problem in problems(language)]
    sys.stdout.writelines(f"{problem}\n" for problem in remaining)
    return 1 if remaining else 0


if __name__ == "__main__":
    raise SystemExit(main())
