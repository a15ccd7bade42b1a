"""The durable queue and work in hand: who takes what, and what a dead one held."""
