"""Operations: backup, transfer between databases, health, logs, opening the database."""
