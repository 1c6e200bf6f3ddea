import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path


def read_or_create_secret(path: Path) -> str:
    """Read the secret in this file; the first call creates it. Concurrent processes all get the same one."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(24))
        with suppress(FileExistsError):
            os.link(temporary, path)  # atomic: nobody sees a partial file
        Path(temporary).unlink()
    return path.read_text().strip()
