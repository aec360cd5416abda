"""The campaign folder: files, lock, ledger, the course of a campaign. Knows no mail protocol and no HTML."""
