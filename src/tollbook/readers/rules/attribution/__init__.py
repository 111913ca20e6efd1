"""Attribution: sources, cues and contents, and the chain of speakers of every figure."""
