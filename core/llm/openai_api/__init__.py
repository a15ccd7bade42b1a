"""Endpoints that speak the OpenAI protocol: requests, answers, errors and waiting times."""
