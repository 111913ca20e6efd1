"""The labels of spans that the model predicts, and the values of their attributes, in the order of its outputs.

The labels and values are those of the labelling scheme of the training sets (see ``training/reader/README.md``).
"""

from tollbook.model import OUTCOMES

#: Labels beside those of casualty claims. ``source``, ``cue`` and ``content`` are those of PolNeAR.
MENTIONS = ("victim", "perpetrator", "weapon", "site", "speaker", "statement", "source", "cue", "content")
#: The labels of spans. Spans of one label do not overlap; spans of two labels may.
LABELS = (*OUTCOMES, *MENTIONS)
#: The roles in MUC-4's records.
ROLES = ("perpetrator", "organisation", "weapon", "site", "victim")
#: The labels whose spans have attributes or a speaker.
DESCRIBED = (*OUTCOMES, "statement", "content", "perpetrator", "site")
#: The attributes of a span and their values; each is predicted for the labels that have it.
ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "scope": ("incident", "part", "running total", "period total"),
    "status": ("civilian", "combatant", "police", "unknown"),
    "stance": ("asserts", "denies", "doubts", "estimates", "fears"),
    "statement": (
        "denies", "accuses", "claims responsibility", "condemns", "promises inquiry", "admits", "apologises",
    ),
    "certainty": ("claimed", "accused", "suspected", "stated", "convicted", "denied"),
    "effect": ("destroyed", "damaged", "hit", "none", "unknown"),
}  # fmt: skip
