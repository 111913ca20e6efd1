"""Makes the documentation site: pages from other folders, the parts made from code, and the pictures."""
