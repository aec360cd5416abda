"""Writing files so that a crash leaves either the old or the new one, never half of one.

Every dangerous moment passes through `observer`, so that a test can end the process at each of them.
"""

import errno
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread

from pbem.errors import FileError, unreadable

Observer = Callable[[str, Path], None]


def _unobserved(moment: str, path: Path) -> None:
    """The observer in real use: looks away."""


observer: Observer = _unobserved
"""Called before each write, fsync and rename with its name and the file; tests put a murderer here."""


AT_A_TIME = 64
"""Files that are open together."""
AT_ONCE = 8
"""Files that are fsynced at the same time."""


WRONG_PLACE = (errno.EEXIST, errno.EISDIR, errno.ENOTDIR, errno.ENOENT, errno.ENAMETOOLONG, errno.EINVAL)
"""Reasons for which nothing can be written there, however much room there is."""


def unwritable(path: Path, error: OSError) -> FileError:
    """The error for a file that could not be written; nothing of it was."""
    reason = error.strerror or str(error)
    cure = "Look whether the disk is full or the folder read-only. Then give the command again: it goes on."
    if error.errno in WRONG_PLACE:
        cure = "Look whether the name is right."
    return FileError(f"the file cannot be written: {reason}", path=path, cure=cure)


def _sync_folders(folders: Iterable[Path]) -> None:
    """Make renames and new files in the folders last; Windows has no such call and needs none."""
    descriptors: list[int] = []
    try:
        for folder in folders if os.name != "nt" else ():
            descriptors.append(os.open(folder, os.O_RDONLY))
            observer("fsync folder", folder)
        _sync(descriptors)
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def _beside(path: Path) -> Path:
    """Where the new file lies until it is whole."""
    return path.with_name(f".{path.name}.new")


def _write_beside(beside: Path, content: bytes, mode: int) -> int:
    """Write the new file beside the old one; `mode` is set before any byte is in it. Gives its descriptor."""
    descriptor = _open_beside(beside, mode)
    try:
        observer("write", beside)
        _write_whole(descriptor, content)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _open_beside(beside: Path, mode: int) -> int:
    """Open a new file for writing, with its mode, in a folder that may have to be made; gives its descriptor."""
    observer("open", beside)
    try:
        descriptor = os.open(beside, _NEW, mode)
    except FileNotFoundError:
        beside.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(beside, _NEW, mode)
    try:
        if os.name != "nt":
            os.fchmod(descriptor, mode)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)


def write_new(path: Path, content: bytes, *, mode: int = 0o644) -> None:
    """Write a whole file: beside it first, fsynced, then renamed over the old one. Raises FileError with path and
    advice when the disk is full or the folder read-only."""
    write_all({path: content}, mode=mode)


def write_all(contents: Mapping[Path, bytes], *, mode: int = 0o644) -> None:
    """Write several files likewise, some at a time: all beside first, then all fsynced, then all renamed.

    Raises FileError.
    """
    items = list(contents.items())
    for begin in range(0, len(items), AT_A_TIME):
        _write_some(dict(items[begin : begin + AT_A_TIME]), mode)


def _write_some(contents: Mapping[Path, bytes], mode: int) -> None:
    written: dict[Path, int] = {}
    besides = {path: _beside(path) for path in contents}
    path = Path()
    try:
        for path, content in contents.items():
            written[path] = _write_beside(besides[path], content, mode)
        for path in written:
            observer("fsync", path)
        _sync(list(written.values()))
        while written:
            path, descriptor = written.popitem()
            os.close(descriptor)
            observer("rename", path)
            besides[path].replace(path)
        _sync_folders(dict.fromkeys(path.parent for path in contents))
    except OSError as problem:
        for descriptor in written.values():
            os.close(descriptor)
        for beside in besides.values():
            with suppress(OSError):
                beside.unlink(missing_ok=True)
        raise unwritable(path, problem) from problem


def _sync(descriptors: Sequence[int]) -> None:
    """Fsync open files, several at once: a disk takes many together in little more than the time of one."""
    first, *shares = (descriptors[place::AT_ONCE] for place in range(AT_ONCE))
    failed: list[OSError] = []
    others = [Thread(target=_sync_share, args=(share, failed)) for share in shares if share]
    for thread in others:
        thread.start()
    _sync_share(first, failed)
    for thread in others:
        thread.join()
    if failed:
        raise failed[0]


def _sync_share(descriptors: Sequence[int], failed: list[OSError]) -> None:
    """Fsync open files one after the other; what goes wrong is put down in `failed`."""
    try:
        for descriptor in descriptors:
            os.fsync(descriptor)
    except OSError as problem:
        failed.append(problem)


def write_passing(path: Path, content: bytes) -> None:
    """Write a whole file that can be done without: the old or the new one, but the disk is not waited for, so that a
    power failure may leave it empty. Raises FileError."""
    beside = _beside(path)
    try:
        os.close(_write_beside(beside, content, 0o644))
        observer("rename", path)
        beside.replace(path)
    except OSError as problem:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise unwritable(path, problem) from problem


def write_changed(contents: Mapping[Path, bytes | None], *, mode: int = 0o644) -> None:
    """Write those of the files that do not hold just this already; then remove those that are to hold None.

    Raises FileError.
    """
    new = {path: content for path, content in contents.items() if content is not None}
    write_all({path: content for path, content in new.items() if not _holds(path, content)}, mode=mode)
    for path, content in contents.items():
        if content is None and path.exists():
            remove(path)


def make_folder(path: Path, *, parents: bool = False) -> None:
    """Make a folder that may be there, and with `parents` those in which it lies. Raises FileError."""
    try:
        path.mkdir(parents=parents, exist_ok=True)
    except OSError as problem:
        raise unwritable(path, problem) from problem


def remove(path: Path) -> None:
    """Remove a file, and its folder when nothing else is in it. Raises FileError."""
    try:
        observer("remove", path)
        path.unlink()
        if not any(path.parent.iterdir()):
            path.parent.rmdir()
    except OSError as problem:
        raise unwritable(path, problem) from problem


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() == content
    except FileNotFoundError:
        return False
    except OSError as problem:
        raise unwritable(path, problem) from problem


def write_pieces(
    folder: Path, pieces: Iterable[bytes], name_of: Callable[[str], str], *, mode: int = 0o644
) -> bool:
    """Write a file that comes in pieces, too large for memory. Its name is made from the SHA-256 of its bytes.

    Says whether there was none of that name. Raises FileError; whatever the pieces raise leaves nothing behind.
    """
    beside = folder / ".pieces.new"
    try:
        descriptor = _open_beside(beside, mode)
        try:
            digest = _write_digested(descriptor, pieces)
            observer("fsync", beside)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        path = folder / name_of(digest)
        new = not path.exists()
        observer("rename", path)
        beside.replace(path)
        _sync_folders([folder])
    except OSError as problem:
        raise unwritable(beside, problem) from problem
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    return new


def _write_digested(descriptor: int, pieces: Iterable[bytes]) -> str:
    """Write the pieces; their SHA-256 in hexadecimal digits."""
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
        _write_whole(descriptor, piece)
    return digest.hexdigest()


def append(path: Path, content: bytes) -> None:
    """Add to the end of a file and fsync it. Raises FileError, after cutting off what was half written."""
    try:
        new = not path.exists()
        with path.open("ab", buffering=0) as file:
            before = file.tell()
            try:
                observer("append", path)
                _write_whole(file.fileno(), content)
                observer("fsync", path)
                os.fsync(file.fileno())
            except OSError:
                file.truncate(before)
                raise
        if new:
            _sync_folders([path.parent])
    except OSError as problem:
        raise unwritable(path, problem) from problem


def _write_whole(descriptor: int, content: bytes) -> None:
    """Write all of it: the system may take a part only, for instance on a disk that is nearly full."""
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def read(path: Path) -> bytes:
    """The whole file. Raises FileError."""
    try:
        return path.read_bytes()
    except OSError as problem:
        raise unreadable(path, problem) from problem


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file in hexadecimal digits; empty where there is none that can be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def json_bytes(value: object) -> bytes:
    """JSON as the campaign's files hold it: one item a line, keys in the order given, final newline."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def canonical(value: object) -> bytes:
    """JSON of which there is only one form, for hashing: keys sorted, no blanks, no line end."""
    return _sorted_json(value).encode()


compact_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""JSON without blanks, keys in the order given."""
_sorted_json = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
