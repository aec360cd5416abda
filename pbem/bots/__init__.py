"""Practice players: each writes a real sheet from a position file alone, as a person at the other end would.

They know what a player knows: the public position, their own standing orders, the rules. Nothing here adjudicates; what
an order can do is asked of the checker. The same position, letter, style and seed give the same text.
"""
