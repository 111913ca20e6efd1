"""Questions about incidents that a person should answer: one for each cause, with cards, answers and a suggestion."""

from tollbook.incidents.questions.model import (
    Action,
    Answer,
    Card,
    Harm,
    Material,
    Question,
    QuestionKind,
    Step,
    Suggestion,
)
from tollbook.incidents.questions.table import BY_NAME, KINDS, Kind, find, is_open, rank, weight

__all__ = [
    "BY_NAME",
    "KINDS",
    "Action",
    "Answer",
    "Card",
    "Harm",
    "Kind",
    "Material",
    "Question",
    "QuestionKind",
    "Step",
    "Suggestion",
    "find",
    "is_open",
    "rank",
    "weight",
]
