"""The page Library: novels and question sets, uploaded, corrected and deleted."""
