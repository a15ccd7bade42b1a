"""What a text is written in: scripts, words, sentences, numerals, units."""
