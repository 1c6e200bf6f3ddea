"""
Runs pieces of code in the site's Django, which takes seconds to set up: each in a process of its own, forked
from one that is set up. So no piece sees what another has cached.

Reads a JSON string in each line, the source, and writes a line with `output` and `error`.
"""

from __future__ import annotations

import io
import json
import os
import sys
import traceback
from contextlib import redirect_stdout

import django
from django.core.management.commands import shell
from django.urls import get_resolver


def main() -> None:
    django.setup()
    namespace = shell.Command().get_namespace(verbosity=0)
    # Imports views, forms and the admin.
    _ = get_resolver().url_patterns
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _answer(json.loads(line), namespace)
        _, status = os.waitpid(child, 0)
        if status:
            _write("", f"ended with status {status}")


def _answer(source: str, namespace: dict[str, object]) -> None:
    output = io.StringIO()
    error = ""
    try:
        with redirect_stdout(output):
            exec(source, namespace)
    except BaseException:
        error = traceback.format_exc()
    _write(output.getvalue(), error)
    os._exit(0)


def _write(output: str, error: str) -> None:
    sys.stdout.write(json.dumps({"output": output, "error": error}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
