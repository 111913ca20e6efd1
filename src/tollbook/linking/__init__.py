"""Claims to incidents: which claims are about the same incident."""

from tollbook.linking.blocking import BlockingKeys, blocking_keys
from tollbook.linking.clustering import Join, clusters, clusters_and_joins, components
from tollbook.linking.constraints import Constraints, constraints_from, reachable_claims
from tollbook.linking.event_mentions import EventMention
from tollbook.linking.groups import (
    ReportMentions,
    cluster_groups,
    cluster_member,
    edge,
    link,
    report_mentions,
    restricted,
)
from tollbook.linking.parts import Parts, by_day, by_episode, by_place, members
from tollbook.linking.profiles import MentionProfile
from tollbook.linking.scoring import DOUBT, THRESHOLD, Comparison, ScoreReason, compare
from tollbook.linking.settings import ClusterMember

__all__ = [
    "DOUBT",
    "THRESHOLD",
    "BlockingKeys",
    "ClusterMember",
    "Comparison",
    "Constraints",
    "EventMention",
    "Join",
    "MentionProfile",
    "Parts",
    "ReportMentions",
    "ScoreReason",
    "blocking_keys",
    "by_day",
    "by_episode",
    "by_place",
    "cluster_groups",
    "cluster_member",
    "clusters",
    "clusters_and_joins",
    "compare",
    "components",
    "constraints_from",
    "edge",
    "link",
    "members",
    "reachable_claims",
    "report_mentions",
    "restricted",
]
