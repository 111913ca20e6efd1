"""Claims to incidents: which claims tell of one incident."""
