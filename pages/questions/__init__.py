"""The page Questions: search, selection and bulk decisions."""
