"""A player's text to core orders with findings, and back. Knows YAML and places; no mail, no campaign folder."""
