"""The commands of `answerable`, a file for each group."""
