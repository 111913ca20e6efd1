"""Claims to incidents: which claims tell of one incident."""

from tollbook.linking.blocking import Keys, keys
from tollbook.linking.clustering import clusters, components
from tollbook.linking.constraints import Bonds, bonds, touched
from tollbook.linking.event_mentions import Episode
from tollbook.linking.groups import Told, edge, grouped, link, told
from tollbook.linking.scoring import DOUBT, THRESHOLD, Evidence, Profile, Reason, compare

__all__ = [
    "DOUBT",
    "THRESHOLD",
    "Bonds",
    "Episode",
    "Evidence",
    "Keys",
    "Profile",
    "Reason",
    "Told",
    "bonds",
    "clusters",
    "compare",
    "components",
    "edge",
    "grouped",
    "keys",
    "link",
    "told",
    "touched",
]
