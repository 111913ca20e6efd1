"""Makes data of the package: three small sets of weights, and the map of the web interface. Never installed."""
