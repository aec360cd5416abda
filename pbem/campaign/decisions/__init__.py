"""What the gamesmaster decides beside adjudicating: deadlines, seats, rulings, undoing, publishing. Each decision is a record."""
