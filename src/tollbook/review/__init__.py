"""What people do with a book: decide, look at what waits, work through a report, code a second time."""
