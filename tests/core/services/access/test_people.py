"""Users who sign in, and API tokens."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine, update
from sqlmodel import Session, col, select

from core.errors import ForbiddenError, InputError, NotFoundError
from core.services.access import (
    AccessToken,
    IdentityClaims,
    Principal,
    Role,
    acting_as,
    admin_addresses,
    create_token,
    has_tokens,
    list_audit,
    list_tokens,
    list_users,
    principal_for,
    principal_with,
    revoke_token,
    set_role,
    sign_in,
)
from core.settings import Settings
from db.tables import ApiToken, now

AT = datetime(2026, 3, 1, 9, tzinfo=UTC)
ADMINS = Settings(admins=frozenset({"ada@desk.example"}))


def claims(
    sub: str, name: str = "Mei Lin", *, email: str = "", verified: bool = True
) -> IdentityClaims:
    token = {"iss": "https://id.example", "sub": sub, "name": name, "email": email}
    return IdentityClaims.from_token({**token, "email_verified": verified, "iat": AT.timestamp()})


def test_somebody_new_has_the_default_role_and_it_stays(engine: Engine) -> None:
    assert sign_in(engine, claims("1"), Settings()).role is None
    assert sign_in(engine, claims("2", "Li"), Settings(default_role="viewer")).role is Role.VIEWER
    assert sign_in(engine, claims("1"), Settings(default_role="viewer")).role is None


@pytest.mark.parametrize(("verified", "role"), [(True, Role.ADMIN), (False, None)])
def test_only_a_verified_address_makes_an_admin(
    engine: Engine, verified: bool, role: Role | None
) -> None:
    identity = claims("1", email="Ada@Desk.example", verified=verified)
    assert sign_in(engine, identity, ADMINS).role is role


def test_a_verified_address_must_be_said_to_be_so_in_truth() -> None:
    token = {"iss": "i", "sub": "1", "email": "ada@desk.example", "email_verified": "false"}
    assert not IdentityClaims.from_token(token).email_verified


def test_a_name_stays_with_its_subject_and_is_nobody_elses(engine: Engine) -> None:
    first = sign_in(engine, claims("1"), Settings())
    renamed = sign_in(engine, claims("1", "Another"), Settings())
    second = sign_in(engine, claims("2", "mei lin"), Settings())
    assert (first.name, renamed.name, second.name) == ("Mei Lin", "Mei Lin", "mei lin (2)")
    assert len({user.subject for user in list_users(engine)}) == 2


def test_claims_of_nobody_are_refused() -> None:
    with pytest.raises(InputError, match="iss and sub are missing"):
        IdentityClaims.from_token({"email": "ada@desk.example"})


def test_a_sign_in_is_audited_once_however_often_pages_are_drawn(engine: Engine) -> None:
    for _ in range(3):
        sign_in(engine, claims("1"), Settings())
    assert [entry.kind for entry in list_audit(engine)] == ["signed_in"]


def test_a_role_counts_from_the_next_look(engine: Engine) -> None:
    user = sign_in(engine, claims("1"), Settings())
    set_role(engine, user.id, Role.LEAD)
    principal = principal_for(engine, "https://id.example", "1")
    assert principal == Principal("Mei Lin", Role.LEAD, "https://id.example|1")
    assert principal_for(engine, "https://elsewhere.example", "1") is None
    last = list_audit(engine)[0]
    assert (last.kind, last.detail["before"], last.detail["after"]) == ("role_changed", "", "lead")


def test_the_last_admin_stays_one(engine: Engine) -> None:
    ada = sign_in(engine, claims("1", email="ada@desk.example"), ADMINS)
    mei = sign_in(engine, claims("2", "Mei"), Settings())
    theirs = acting_as(engine, ada.principal)
    with pytest.raises(InputError, match="last admin"):
        set_role(theirs, ada.id, Role.LEAD)
    set_role(theirs, mei.id, Role.ADMIN)
    set_role(theirs, ada.id, None)
    assert admin_addresses(engine) == ["Mei"]
    with pytest.raises(NotFoundError):
        set_role(engine, 99, None)


@pytest.mark.parametrize("role", [None, Role.VIEWER, Role.ANNOTATOR, Role.LEAD])
def test_nobody_else_gives_roles_or_makes_tokens(engine: Engine, role: Role | None) -> None:
    mei = sign_in(engine, claims("1"), Settings())
    theirs = acting_as(engine, Principal("Mei Lin", role, mei.subject))
    for act in (
        lambda: set_role(theirs, mei.id, Role.ADMIN),
        lambda: create_token(theirs, "mine", Role.ADMIN),
        lambda: list_users(theirs),
        lambda: list_tokens(theirs),
        lambda: list_audit(theirs),
        lambda: revoke_token(theirs, 1),
    ):
        with pytest.raises(ForbiddenError):
            act()  # type: ignore[no-untyped-call]


def test_a_token_is_kept_as_a_hash_and_names_its_role(engine: Engine) -> None:
    assert not has_tokens(engine)
    token, text = create_token(engine, "  nightly  job ", Role.ANNOTATOR)
    with Session(engine) as session:
        row = session.exec(select(ApiToken)).one()
    assert text not in str(row.model_dump()) and text.startswith(token.prefix)
    assert len(text) > len(token.prefix) + 32
    principal = principal_with(engine, text)
    assert principal == Principal("nightly job", Role.ANNOTATOR, f"token:{token.prefix}")
    assert list_tokens(engine)[0].last_used_at is not None
    assert principal_with(engine, text[:-1]) is None
    assert principal_with(engine, token.prefix) is None


def test_a_revoked_token_opens_nothing_and_opens_the_api_to_nobody(engine: Engine) -> None:
    token, text = create_token(engine, "job", Role.VIEWER)
    revoke_token(engine, token.id)
    assert principal_with(engine, text) is None
    assert has_tokens(engine)
    assert [entry.kind for entry in list_audit(engine)] == ["token_revoked", "token_created"]


def test_a_token_is_over_when_its_days_are(engine: Engine) -> None:
    token, text = create_token(engine, "job", Role.VIEWER, days=1)
    with Session(engine) as session:
        past = now() - timedelta(seconds=1)
        session.execute(
            update(ApiToken).where(col(ApiToken.id) == token.id).values(expires_at=past)
        )
        session.commit()
    assert principal_with(engine, text) is None
    made: AccessToken = create_token(engine, "for good", Role.VIEWER, days=None)[0]
    assert made.is_usable and made.expires_at is None


@pytest.mark.parametrize(("name", "days"), [("", 1), ("x" * 61, 1), ("a\x00b", 1), ("a", 0)])
def test_an_unusable_token_is_refused(engine: Engine, name: str, days: int) -> None:
    with pytest.raises(InputError):
        create_token(engine, name, Role.VIEWER, days=days)
