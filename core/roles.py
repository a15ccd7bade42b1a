"""Roles of users, importable without the database, as for the help of the command line."""

from enum import StrEnum


class Role(StrEnum):
    """In ascending order: each role may do all that the ones before it may."""

    VIEWER = "viewer"
    ANNOTATOR = "annotator"
    LEAD = "lead"
    ADMIN = "admin"
