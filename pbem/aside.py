"""What a command tells beside its answer, for instance that it took note of a change made by hand.

Whoever runs commands says here who hears it; the command line prints it on stderr, so that answers as data stay whole.
"""

from collections.abc import Callable

Listener = Callable[[str], None]


def _nobody(text: str) -> None:
    """The listener where nobody listens."""


listener: Listener = _nobody
"""Called with each text, which is a paragraph."""
