"""What the review desk and the adjudicator's both draw."""
