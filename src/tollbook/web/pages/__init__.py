"""The pages: each module has the router of one page or group of pages."""
