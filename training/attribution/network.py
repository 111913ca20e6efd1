"""The network: an encoder on the embeddings of the tagger, tags of cues and roles, and what belongs to each cue."""

import torch
from torch import Tensor, nn
from transformers import BertConfig, BertModel

from tollbook.readers.learned.labels import LABELS, ROLES
from tollbook.readers.learned.windows import SHAPES

#: Outside, begin, inside.
TAGS = 3
#: The tag tasks and how many labels each has. Only roles ship: the others made them better (decision 169).
TASKS = {"roles": len(ROLES), "victims": 3, "labels": len(LABELS)}
#: What belongs to a cue.
PARTS = ("source", "content")
VOCABULARY, HIDDEN = 30522, 384
_SHAPE, _CUE, _PAIR, _BUCKETS = 16, 256, 128, 16


def encoder() -> BertModel:
    """An encoder of the form of all-MiniLM-L6-v2, without weights."""
    config = BertConfig(
        vocab_size=VOCABULARY,
        hidden_size=HIDDEN,
        num_hidden_layers=6,
        num_attention_heads=12,
        intermediate_size=4 * HIDDEN,
        attention_probs_dropout_prob=0.0,
        attn_implementation="sdpa",
    )
    return BertModel(config, add_pooling_layer=False)


class CueHead(nn.Module):
    """Cues of windows to the logits of each piece of belonging to their source and to their content."""

    def __init__(self, width: int, dropout: float) -> None:
        super().__init__()
        self.cue = nn.Sequential(nn.Linear(width * 3, _CUE), nn.GELU(), nn.Dropout(dropout))
        self.query = nn.Linear(_CUE, len(PARTS) * _PAIR)
        self.key = nn.Linear(width, len(PARTS) * _PAIR)
        self.distance = nn.Embedding(2 * _BUCKETS + 1, len(PARTS) * _PAIR)
        self.score = nn.Parameter(torch.randn(len(PARTS), _PAIR) / _PAIR**0.5)
        self.bias = nn.Parameter(torch.full((len(PARTS),), -1.0))

    def forward(self, hidden: Tensor, firsts: Tensor, lasts: Tensor) -> Tensor:
        """``hidden`` (N, T, H), one row for each cue; ``firsts``, ``lasts`` inclusive (N) → (N, T, parts)."""
        rows = torch.arange(hidden.shape[0], device=hidden.device)
        place = torch.arange(hidden.shape[1], device=hidden.device)[None, :]
        inside = ((place >= firsts[:, None]) & (place <= lasts[:, None])).to(hidden.dtype)
        mean = (hidden * inside[..., None]).sum(1) / inside.sum(1, keepdim=True)
        cues = self.cue(torch.cat([hidden[rows, firsts], hidden[rows, lasts], mean], -1))
        far = self.distance(_buckets(place, firsts[:, None], lasts[:, None]))
        pairs = nn.functional.gelu(self.query(cues)[:, None] + self.key(hidden) + far)
        return (pairs.unflatten(-1, (len(PARTS), _PAIR)) * self.score).sum(-1) + self.bias


class Attributions(nn.Module):
    """Word pieces to tags of cues and of other tasks. All layers are trained but the embeddings of the tagger."""

    def __init__(self, dropout: float = 0.1) -> None:
        super().__init__()
        self.encoder = encoder()
        self.encoder.embeddings.requires_grad_(requires_grad=False)
        self.shape = nn.Embedding(SHAPES, _SHAPE)
        self.dropout = nn.Dropout(dropout)
        self.tags = nn.Linear(HIDDEN + _SHAPE, TAGS)
        self.cues = CueHead(HIDDEN + _SHAPE, dropout)
        # Roles are of texts in capitals, where shapes are guessed.
        self.tasks = nn.ModuleDict(
            {name: nn.Linear(HIDDEN + _SHAPE * (name != "roles"), of * TAGS) for name, of in TASKS.items()}
        )

    def task(self, name: str, hidden: Tensor) -> Tensor:
        """Hidden states (B, T, H) to the logits (B, T, labels, 3) of a task."""
        head = self.tasks[name]
        logits: Tensor = head(hidden[..., : head.in_features]).unflatten(-1, (TASKS[name], TAGS))
        return logits

    def forward(self, ids: Tensor, mask: Tensor, shapes: Tensor) -> tuple[Tensor, Tensor]:
        """``ids, mask, shapes`` (B, T) → hidden states (B, T, H) and logits of the tags (B, T, 3)."""
        hidden = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        hidden = self.dropout(torch.cat([hidden, self.shape(shapes)], -1))
        return hidden, self.tags(hidden)


def _buckets(place: Tensor, starts: Tensor, ends: Tensor) -> Tensor:
    """How far pieces are before or after cues, on a logarithmic scale; the first piece has a bucket of its own."""
    before, after = (starts - place).clamp(min=0), (place - ends).clamp(min=0)
    far = ((after + 1).float().log2() - (before + 1).float().log2()) * 2
    return (far.round().long().clamp(-_BUCKETS + 1, _BUCKETS) + _BUCKETS) * (place > 0)
