"""The brief: what a book says of incidents, in neutral sentences that each name their words."""
