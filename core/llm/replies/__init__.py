"""What a model's reply says: its JSON object, its fields, without the reasoning before it."""
