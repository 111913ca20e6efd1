"""Files that every archive contains, to verify it and rebuild the book without Tollbook."""
