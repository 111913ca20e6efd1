"""Following folders, feeds and mailboxes: reading what comes, and telling what changed."""
