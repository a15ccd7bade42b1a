"""Files of copy checks: uploaded rows, result rows and the sample pack."""
