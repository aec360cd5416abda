"""The twelve Phases of the solitaire game, one file per section of the rulebook (20.0 to 28.0). Pure."""
