"""Evidence Desk: verdicts on machine-written text, traced to the characters that support them.

Import from its packages. Nothing is exported here, so that one of them loads none of the others.
"""
