"""A report to claims: what is said, by whom, about whom, where and when."""
