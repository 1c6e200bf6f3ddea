"""What the server in front of Django tells it about a request, in the WSGI environment."""

REFUSAL = "rally.refusal"
"""Why the request is refused before anything reads it: one of the two that follow."""
BODY_TOO_SLOW = "body_too_slow"
HEADERS_TOO_LARGE = "headers_too_large"

NO_THREAD_WAITS = "rally.no_thread_waits"
"""Set where a slow reader of an answer holds no thread."""

BUFFERED_BYTES = 1024 * 1024
"""Bodies and answers up to this size are held in memory; larger ones are read and sent in pieces."""
