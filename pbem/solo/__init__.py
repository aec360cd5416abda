"""The solitaire game (18.0 to 28.0): one player commands Red, a system moves and fights everything else.

`phases/` is pure like the postal game's; what both games share is called there, not copied.
"""
