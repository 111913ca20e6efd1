"""When and where each finding happened, and which events are other ones than the report's."""
