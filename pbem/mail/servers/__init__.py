"""The mailbox and the server that takes our mails: protocols, TLS, passwords. Knows nothing of sheets and players."""
