"""Many people at once: sessions that speak to the desk as its page does."""
