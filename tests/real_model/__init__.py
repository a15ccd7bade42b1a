"""A real model behind a real server: llama.cpp with SmolLM2-135M-Instruct, on this machine.

`make real-model` runs the tests; `python -m tests.real_model` writes the page of measurements.
"""
