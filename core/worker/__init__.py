"""What runs by itself: the worker with its planner, executor and supervisor.

An entry point: each of its processes loads its own module, so that the supervisor stays small.
"""
