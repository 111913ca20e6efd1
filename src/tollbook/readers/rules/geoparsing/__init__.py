"""Where: place names found, read by their neighbours, and told apart from who merely speaks there."""
