"""
The site without its guards against races.

Races must fail with it; otherwise the same races with the real site prove nothing.
"""

from config.wsgi import application
from tests.money import guards

__all__ = ["application"]

guards.remove()
