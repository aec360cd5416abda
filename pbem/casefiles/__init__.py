"""Case files: rules questions with answers, as data. Reads them, plays them with listed dice, shows what differs."""
