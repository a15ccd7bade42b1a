"""Languages: scripts, words, sentences, numerals and units of a text."""
