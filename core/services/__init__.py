"""What people and programs do on the database, each act checked for the right to it."""
