"""Players of Red for the study: each writes a sheet from the position alone, as the player would."""
