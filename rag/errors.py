"""What can go wrong while answering, in words for the user."""

from __future__ import annotations

from index.errors import AnswerableError


class ModelError(AnswerableError):
    """A language model that could not be loaded or failed while running."""


class ContextOverflowError(ModelError):
    """A prompt that does not fit the model's context; raised before the model is called."""


class QuestionError(AnswerableError):
    """A question that cannot be asked: empty, or far too long."""
