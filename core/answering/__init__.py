"""Answers in the database: what is searched, who answers, what was asked and what people said."""
