"""What people decide about claims and incidents, and how decisions are kept and carried forward."""
