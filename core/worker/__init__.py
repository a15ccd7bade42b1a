"""What runs by itself: the worker with its planner, executor and supervisor."""
