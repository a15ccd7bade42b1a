"""The linter of policies: rules that do nothing, scores nobody reaches, words never found."""
