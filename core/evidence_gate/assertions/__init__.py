"""What an answer asserts, and whether its passages bear it out."""
