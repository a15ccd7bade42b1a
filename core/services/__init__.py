"""The acts of people and programs on the database, each checked for its right."""
