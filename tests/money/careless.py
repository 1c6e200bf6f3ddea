"""
The site's entry without its guards.

Races over it must go wrong, else the same races over the real entry prove nothing.
"""

from config.wsgi import application
from tests.money import guards

__all__ = ["application"]

guards.take_away()
