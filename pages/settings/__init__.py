"""The page Settings: connections, people, tokens, audit and environment."""
