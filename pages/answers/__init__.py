"""The page Answers: chat behind the evidence gate, answer loops and gate cases."""
