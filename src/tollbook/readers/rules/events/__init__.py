"""What is told without counting: sites hit, weapons, and those said to have done it."""
