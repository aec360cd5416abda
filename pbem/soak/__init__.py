"""Proof by load: whole campaigns of practice players in memory, every Phase checked against what must always hold.

Writes no file; what is found is handed to the caller. The command line prints it, the study counts it.
"""
