"""The pure middle: positions, orders, dice and what happened. No files, no clock, no chance of its own."""
