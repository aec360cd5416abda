"""What each player is told. Makes texts, pages and pictures out of finished facts; knows no campaign folder and no mail."""
