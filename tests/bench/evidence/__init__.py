"""Whether quotes are found that should be, and only those: measured on novels and real quotes."""
