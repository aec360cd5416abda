"""Reports of a solitaire game. What both games tell, the postal game's report tells; this adds what only this has."""
