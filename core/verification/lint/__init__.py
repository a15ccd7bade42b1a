"""The linter of policies: rules without effect, unreachable scores, words that are never found."""
