"""Three sources of chance behind core.dice: sealed (the game), listed (cases, dice rolled by hand), quick (odds)."""
