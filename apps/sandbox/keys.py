import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path


def secret_kept_in(path: Path) -> str:
    """The secret in a file, made on first use; processes that come at the same time all get the same one."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(24))
        with suppress(FileExistsError):
            os.link(draft, path)  # only a whole file ever appears under the name
        Path(draft).unlink()
    return path.read_text().strip()
