"""Claims to incidents: which claims tell of one incident."""

from tollbook.linking.blocking import Keys, keys
from tollbook.linking.clustering import clusters, components
from tollbook.linking.constraints import Constraints, constraints_from, touched
from tollbook.linking.event_mentions import EventMention
from tollbook.linking.groups import Told, edge, grouped, link, told
from tollbook.linking.scoring import DOUBT, THRESHOLD, Comparison, MentionProfile, ScoreReason, compare

__all__ = [
    "DOUBT",
    "THRESHOLD",
    "Comparison",
    "Constraints",
    "EventMention",
    "Keys",
    "MentionProfile",
    "ScoreReason",
    "Told",
    "clusters",
    "compare",
    "components",
    "constraints_from",
    "edge",
    "grouped",
    "keys",
    "link",
    "told",
    "touched",
]
