"""What an edit may take away from a copy, and whether what is left is whole."""
