"""Keys and values of the WSGI environment that config/rsgi.py sets for the middleware, and a path."""

REFUSAL = "rally.refusal"
"""Why the request must be refused: one of the next three."""
BODY_TOO_SLOW = "body_too_slow"
HEADERS_TOO_LARGE = "headers_too_large"
BUSY = "busy"

NOT_READY = "rally.not_ready"
"""Why /readyz must not check the database again."""

BUFFERED_BYTES = 1024 * 1024
"""Request and response bodies up to this size are held in memory; larger ones are streamed."""

NO_SUCH_PATH = "/404"
"""Where requests go whose path cannot be a page's. `apps.site` has the page."""
