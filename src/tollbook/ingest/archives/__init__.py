"""Archives: files that hold many documents. They are read member by member, so that memory stays small."""
