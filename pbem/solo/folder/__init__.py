"""A solitaire game in a folder: its ledger, its dice, the sheets played and the reports made of them."""
