"""What all tests share: in CI the same examples are tried every time, elsewhere new ones each time."""

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("here", deadline=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "here")
