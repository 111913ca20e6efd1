"""Review by people: the queue of open questions, edit conflicts, double coding, signed briefs."""
