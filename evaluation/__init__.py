"""Measuring Answerable: one command per question. Results stand in docs/EVALUATION.md."""
