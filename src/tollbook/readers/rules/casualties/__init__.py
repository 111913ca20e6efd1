"""What became of people: triggers, tallies, parts and wholes, and whether it is told as done."""
