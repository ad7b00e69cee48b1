"""The parts of the web page: what it shows as pure functions, and what runs behind it."""
