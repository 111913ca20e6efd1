"""What people decide about claims, reports and questions: verdicts, the constraints they set, carrying them forward."""
