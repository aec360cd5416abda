"""From the bytes of a mail to the sheet in it. Knows MIME and how mail programs write; knows no campaign and no server."""
