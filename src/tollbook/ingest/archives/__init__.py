"""Archives: files that hold many documents. They are read one member at a time to use little memory."""
