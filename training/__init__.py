"""What makes the data that ship: two small sets of weights, and the map of the reading room. Never installed."""
