"""Follows folders, feeds and mailboxes, reads new documents and sends alerts about what changed."""
