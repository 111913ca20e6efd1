"""Who says so: sources, cues and contents, and the chain of speakers behind every figure."""
