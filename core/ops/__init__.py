"""Operations: backup, transfer between databases, health, logs, opening the database.

Import its modules: a command that only writes logs must not load the database or the services.
"""
