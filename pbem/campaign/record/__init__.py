"""What can be told and proved from the ledger: the log, explanations, verification, the archive, all made again."""
