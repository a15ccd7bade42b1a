"""Evidence Desk: verdicts on machine-written text, traced to the characters that support them."""
