"""Events without a count: sites hit, weapons, attacks, statements about an incident, and perpetrators."""
