"""The steps of the Phases, one file per section of the rulebook. Pure: imports core only."""
