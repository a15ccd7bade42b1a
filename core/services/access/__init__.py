"""Access control: roles and rights, users, API tokens and the audit log."""

from core.roles import Role
from core.services.access.audit import (
    EXPORTED,
    KINDS,
    SAMPLES_REMOVED,
    AuditEntry,
    count_audit_events,
    has_happened,
    list_audit,
    record_export,
    record_refused,
    record_sign_out,
)
from core.services.access.bind_guard import (
    CREATE_TOKEN,
    SET_UP_LOGIN,
    is_local,
    require_local_address,
)
from core.services.access.principal import (
    Principal,
    acting_as,
    demand,
    may,
    named_as,
    principal_of,
    refusal,
)
from core.services.access.rights import ADDED, Right, least_role, rights_of
from core.services.access.tokens import (
    AccessToken,
    create_token,
    has_tokens,
    list_tokens,
    principal_with,
    revoke_token,
)
from core.services.access.users import (
    IdentityClaims,
    User,
    admin_addresses,
    list_users,
    principal_for,
    set_role,
    sign_in,
)
from db import as_operator

__all__ = [
    "ADDED",
    "CREATE_TOKEN",
    "EXPORTED",
    "KINDS",
    "SAMPLES_REMOVED",
    "SET_UP_LOGIN",
    "AccessToken",
    "AuditEntry",
    "IdentityClaims",
    "Principal",
    "Right",
    "Role",
    "User",
    "acting_as",
    "admin_addresses",
    "as_operator",
    "count_audit_events",
    "create_token",
    "demand",
    "has_happened",
    "has_tokens",
    "is_local",
    "least_role",
    "list_audit",
    "list_tokens",
    "list_users",
    "may",
    "named_as",
    "principal_for",
    "principal_of",
    "principal_with",
    "record_export",
    "record_refused",
    "record_sign_out",
    "refusal",
    "require_local_address",
    "revoke_token",
    "rights_of",
    "set_role",
    "sign_in",
]
