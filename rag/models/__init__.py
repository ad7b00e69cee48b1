"""Language models: one protocol, three engines."""
