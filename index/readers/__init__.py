"""Readers: from a file of any known format to records."""
