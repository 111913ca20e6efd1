"""The book on disk: tables, rows and the append-only log."""
