"""From files to a searchable library of papers. Nothing here knows of questions or screens."""
