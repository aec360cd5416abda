"""The gamesmaster's adjudicator for postal Russian Civil War: its version, nothing else."""

__version__ = "1.0.0"
