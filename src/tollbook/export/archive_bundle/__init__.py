"""What goes into every archive beside the book: how to verify it and build it again without Tollbook."""
