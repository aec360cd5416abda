"""winmail.dat: what Outlook sends to those it takes for Outlook users. Read by tnefparse, where that is installed.

The library trusts the numbers in the file, by which anybody could keep it busy for days; so it works in a process of its
own, for some seconds at most.
"""

import base64
import json
import subprocess
import sys
from importlib.util import find_spec
from typing import NamedTuple

BEGINS = b"\x78\x9f\x3e\x22"
LARGEST = 1024 * 1024
SECONDS = 10
MEMORY = 512 * 1024 * 1024


class Opened(NamedTuple):
    """What is inside: the text, the page of HTML, the files by name; or a fault by its code."""

    text: bytes = b""
    page: bytes = b""
    files: tuple[tuple[str, bytes], ...] = ()
    fault: str = ""


def is_tnef(name: str, kind: str, content: bytes) -> bool:
    """Whether an attachment is a winmail.dat."""
    return content.startswith(BEGINS) or kind == "application/ms-tnef" or name.lower() == "winmail.dat"


def open_tnef(content: bytes) -> Opened:
    """What is inside. Never raises, and takes SECONDS at most."""
    if find_spec("tnefparse") is None:  # an extra of the installation
        return Opened(fault="tnef_not_installed")
    if len(content) > LARGEST:
        return Opened(fault="tnef_unreadable")
    command = [sys.executable, "-I", "-c", _PROGRAM, str(MEMORY), *sys.path]
    try:
        done = subprocess.run(command, input=content, capture_output=True, timeout=SECONDS, check=True)
        text, page, files = json.loads(done.stdout)
        opened = tuple((str(name)[:200], base64.b64decode(data)) for name, data in files)
        found = Opened(base64.b64decode(text), base64.b64decode(page), opened)
        return Opened(fault="tnef_unreadable") if found == Opened() else found
    except (subprocess.SubprocessError, OSError, ValueError, TypeError):
        return Opened(fault="tnef_unreadable")


_PROGRAM = """
import base64, json, logging, sys
sys.path[:] = sys.argv[2:]
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
except ImportError:
    pass
logging.disable()
from tnefparse import TNEF
def plain(value):
    value = value.encode("utf-8", "replace") if isinstance(value, str) else bytes(value or b"")
    return base64.b64encode(value).decode()
found = TNEF(sys.stdin.buffer.read(), do_checksum=False)
files = [(str(one.long_filename() or one.name or ""), plain(one.data)) for one in found.attachments]
print(json.dumps([plain(found.body), plain(found.htmlbody), files]))
"""
