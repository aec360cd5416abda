"""What the gamesmaster decides beside adjudicating: deadlines, seats, rulings, undoing, publishing. A record each."""
