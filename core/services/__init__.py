"""What people and programs do on the database, each act checked for the right to it.

Import from its packages, one for each kind of act; they share `records`, rows turned into values.
"""
