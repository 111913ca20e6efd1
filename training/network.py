"""The network: a small uncased encoder with three heads on every word piece (role, fate, kind of incident)."""

from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import BertModel

from training.examples import FATES, KINDS, ROLES

#: Layers of the encoder that stay as they came. Their states are computed once and kept, so that a round of training
#: costs half as much; the layers above them and the heads learn.
FROZEN = 3


class Tagger(nn.Module):
    """Encoder and heads. ``forward`` gives logits of shape [batch, length, classes], one tensor a head."""

    def __init__(self, encoder: Path) -> None:
        super().__init__()
        self.encoder = BertModel.from_pretrained(encoder, add_pooling_layer=False, attn_implementation="eager")
        width = self.encoder.config.hidden_size
        self.drop = nn.Dropout(0.1)
        self.roles = nn.Linear(width, 1 + 2 * len(ROLES))
        self.fates = nn.Linear(width, len(FATES))
        self.kinds = nn.Linear(width, len(KINDS))
        self.encoder.embeddings.requires_grad_(False)
        for layer in self.encoder.encoder.layer[:FROZEN]:
            layer.requires_grad_(False)

    def forward(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of role (outside, then begin and inside of each), fate and kind."""
        return self.upper(self.lower(ids, mask), mask)

    def lower(self, ids: Tensor, mask: Tensor) -> Tensor:
        """States after the layers that do not learn, [batch, length, width]."""
        return self._through(self.encoder.embeddings(input_ids=ids), mask, slice(0, FROZEN))

    def upper(self, states: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The heads' logits from the states of :meth:`lower`."""
        states = self.drop(self._through(states, mask, slice(FROZEN, None)))
        return self.roles(states), self.fates(states), self.kinds(states)

    def _through(self, states: Tensor, mask: Tensor, layers: slice) -> Tensor:
        hidden = (1.0 - mask[:, None, None, :].to(states.dtype)) * -1e4
        for layer in self.encoder.encoder.layer[layers]:
            given = layer(states, hidden)
            states = given[0] if isinstance(given, tuple) else given
        return states


def loss(logits: tuple[Tensor, Tensor, Tensor], labels: tuple[Tensor, Tensor, Tensor]) -> Tensor:
    """The sum over heads of the mean cross entropy of the word pieces that are labelled."""
    total = torch.zeros(())
    for found, told in zip(logits, labels, strict=True):
        if (told >= 0).any():
            total = total + nn.functional.cross_entropy(found.flatten(0, 1).float(), told.flatten(), ignore_index=-100)
    return total
