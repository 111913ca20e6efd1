"""Alerts: the changes of a followed incident, as a pure function of two of its states."""

from tollbook.alerts.changes import Alert, alerts_between
from tollbook.alerts.following import alerts_of, follow, following, problems, unfollow, update
from tollbook.alerts.state import FollowedState

__all__ = [
    "Alert",
    "FollowedState",
    "alerts_between",
    "alerts_of",
    "follow",
    "following",
    "problems",
    "unfollow",
    "update",
]
