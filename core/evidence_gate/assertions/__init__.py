"""Find the assertions of an answer and check them against the cited passages."""
