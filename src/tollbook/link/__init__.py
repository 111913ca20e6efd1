"""Claims to incidents: which claims tell of one incident."""

from tollbook.link.bonds import Bonds, bonds, touched
from tollbook.link.clusters import clusters, components
from tollbook.link.episodes import Episode
from tollbook.link.linking import Told, edge, grouped, link, told
from tollbook.link.neighbours import Keys, keys
from tollbook.link.pairs import DOUBT, THRESHOLD, Evidence, Profile, Reason, compare

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
