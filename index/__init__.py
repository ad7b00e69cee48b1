"""From files to a searchable library of papers. Nothing here knows of questions or screens."""

from index.quiet import be_quiet

# Here, because every entry point imports this package before any library that phones home.
be_quiet()
