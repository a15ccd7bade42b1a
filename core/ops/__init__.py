"""What keeps the desk alive: backup, moving, health, logs, the database as it is opened."""
