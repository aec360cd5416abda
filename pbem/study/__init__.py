"""What many campaigns of practice players tell of the game: how it ends, what the deal and the rulings make of it.

Plays through soak, counts, draws. Writes no file; the command line does.
"""
