"""From a question to a checked, cited answer. Nothing here knows of screens."""
