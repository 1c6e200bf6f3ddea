"""Template filters for amounts and keys in the admin."""

from django import template

from apps.core.formatting import exact_price, words_of

register = template.Library()

paise = register.filter("paise", exact_price)
words = register.filter("words", words_of)
