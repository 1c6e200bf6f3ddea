"""Values in the query string of a page, which the server and the browser must read alike."""

_WHITESPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What `trim()` removes in JavaScript. Python's `strip()` also removes control characters."""


def trim(text: str) -> str:
    return text.strip(_WHITESPACE)
