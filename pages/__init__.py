"""The pages of the desk: a folder each, and the components that two of them draw."""
