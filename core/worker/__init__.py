"""What runs by itself: planner, executor, supervisor."""
