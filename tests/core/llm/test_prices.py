"""What models charge: from a file anybody can edit, unknown where nobody wrote it down."""

from pathlib import Path

import pytest

from core.errors import ConfigurationError, InputError
from core.llm import (
    LEXICAL,
    Budget,
    Connection,
    Price,
    Usage,
    cost_of,
    load_prices,
    money,
    require_price,
)
from core.llm.prices import SHIPPED, read_prices

HEAD = 'version = "7"\ndate = 2026-11-20\ncurrency = "EUR"\n'
ROW = '[[price]]\nprovider = "models.example"\nmodel = "%s"\nprompt = %s\ncompletion = 8\n'


def endpoint(model: str, **fields: object) -> Connection:
    given = {"base_url": "https://Models.example:8443/v1", **fields}
    return Connection(name="x", model=model, **given)  # type: ignore[arg-type]


def written(folder: Path, text: str) -> Path:
    file = folder / "prices.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_shipped_prices_know_the_offline_connections_and_invent_none(tmp_path: Path) -> None:
    known = load_prices(tmp_path / "none.toml", {})
    recorded = Connection(name="r", kind="recorded", model="an old file")
    for offline in (LEXICAL, recorded):
        price = known.of(offline)
        assert price is not None
        assert price.of(Usage(1_000_000, 1_000_000)) == 0.0
    assert known.of(Connection(name="o", model="gpt-4o-mini")) is None
    assert {row.provider for row in read_prices(SHIPPED).price} == {"lexical", "recorded"}


def test_a_price_is_found_by_host_and_model_the_exact_name_first(tmp_path: Path) -> None:
    rows = ROW % ("*", 1) + ROW % ("big*", 2) + ROW % ("big-1", 3)
    known = load_prices(written(tmp_path, HEAD + rows), {})
    found = {name: known.of(endpoint(name)) for name in ("small", "big-2", "big-1")}
    assert [price.prompt for price in found.values() if price] == [1, 2, 3]
    price = found["small"]
    assert price is not None
    assert (price.currency, price.origin) == ("EUR", "prices.toml, 7, 2026-11-20")
    assert known.of(endpoint("small", base_url="https://other.example/v1")) is None
    assert known.of(LEXICAL) is not None, "the shipped rows stand behind the user's own"


def test_a_connections_own_price_comes_first(tmp_path: Path) -> None:
    known = load_prices(written(tmp_path, HEAD + ROW % ("*", 1)), {})
    own = endpoint("big", input_price=5, output_price=6, currency="CNY")
    price = known.of(own)
    assert price is not None
    assert (price.prompt, price.currency, price.origin) == (5, "CNY", "connections.toml")
    other = known.of(own.asking("small"))
    assert other is not None
    assert other.prompt == 1


def test_cached_tokens_have_their_own_price_where_it_is_known() -> None:
    usage = Usage(1_000_000, 100_000, 400_000)
    assert Price(prompt=2, completion=10).of(usage) == pytest.approx(3.0)
    assert Price(prompt=2, completion=10, cached_prompt=1).of(usage) == pytest.approx(2.6)
    assert cost_of(usage, None) is None
    assert cost_of(Usage(), None) == 0.0, "nothing costs nothing at any price"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD.replace("date = 2026-11-20", 'date = "soon"'), "line 2, field date: Use a date"),
        (HEAD.replace('"7"', "7"), "line 1, field version: Put the text in quotation marks"),
        (HEAD.replace('version = "7"\n', ""), "line 1, field version: The field is missing"),
        (HEAD.replace("EUR", "euro"), "line 3, field currency: Use a currency"),
        (HEAD + ROW % ("a", "-1"), "line 7, field prompt: Use a price of at least 0"),
        (HEAD + ROW % ("a", '"1"'), "line 7, field prompt: Use a number such as 0.15"),
        (HEAD + ROW % ("a", "true"), "line 7, field prompt: Use a number such as 0.15"),
        (HEAD + ROW % ("a", "inf"), "line 7, field prompt: Use a number such as 0.15"),
        (HEAD + ROW % ("a", 1) + "rate = 1\n", "line 9, field rate: Unknown field"),
        (
            HEAD + ROW % ("a", 1) + "\n[[price]]\nprovider = 'h'\nmodel = 'm'\nprompt = 1\n",
            "line 10, field completion: The field is missing",
        ),
        (
            HEAD + ROW % ("a", 1) + ROW % ("a", 2),
            "line 11, field model: a of models.example",
        ),
        (HEAD + "[[price]\n", "line 4: "),
    ],
)
def test_a_fault_names_file_line_field_and_fix(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        load_prices(written(tmp_path, text), {})
    assert str(caught.value).startswith(f"prices.toml, {said}")


def test_a_file_that_was_asked_for_must_be_there(tmp_path: Path) -> None:
    missing = tmp_path / "none.toml"
    with pytest.raises(ConfigurationError, match="Correct DESK_PRICES"):
        load_prices(missing, {"DESK_PRICES": str(missing)})


def test_a_cap_is_reached_when_it_is_used_up() -> None:
    assert Budget().reached(10**9, 10**12, 1e9) is None
    capped = Budget(max_calls=3, max_tokens=100, max_cost=0.5, currency="USD")
    assert capped.reached(2, 99, 0.49) is None
    for spent, words in (
        ((3, 99, 0.49), "cap of 3 calls is reached"),
        ((2, 100, 0.49), "cap of 100 tokens is reached"),
        ((2, 99, 0.5), "The cost cap of 0.5000 USD is reached: 0.5000 USD spent"),
    ):
        said = capped.reached(*spent)
        assert said is not None
        assert words in said.translate()


def test_a_cap_on_an_unknown_cost_is_refused_with_the_fix() -> None:
    with pytest.raises(InputError, match=r"price of gpt is unknown.*prices\.toml"):
        require_price(1.0, None, "gpt")
    require_price(None, None, "gpt")


@pytest.mark.parametrize(
    ("amount", "said"),
    [(0, "0.00 USD"), (0.00002, "0.000020 USD"), (0.25, "0.2500 USD"), (1234.5, "1,234.50 USD")],
)
def test_small_amounts_are_told_from_nothing(amount: float, said: str) -> None:
    assert money(amount, "USD") == said
