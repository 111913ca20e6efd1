"""What follows from claims and decisions: incidents, tolls and figures, kept up to date report by report."""
