"""The durable queue: enqueue, claim and retry work, and take over what a dead worker held."""
