"""Template filter for amounts in the admin."""

from django import template

from apps.core.formatting import exact_price

register = template.Library()

paise = register.filter("paise", exact_price)
