"""The roles by name, for those too who need no database: the command line's own help."""

from enum import StrEnum


class Role(StrEnum):
    """In order: whoever is more may do all that whoever is less may."""

    VIEWER = "viewer"
    ANNOTATOR = "annotator"
    LEAD = "lead"
    ADMIN = "admin"
