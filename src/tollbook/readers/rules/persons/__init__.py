"""Who was harmed: phrases for people, their names, and one person by whatever he or she is called."""
