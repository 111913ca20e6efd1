"""A book written out in the shapes of the contract."""
