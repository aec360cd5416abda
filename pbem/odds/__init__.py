"""Exact chances, by the adjudicator's own steps on every way the dice can fall; and trials of whole Phases."""
