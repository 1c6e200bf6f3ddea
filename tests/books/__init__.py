"""Tampering with the books: `verify_books` reports whatever is written directly to the database."""
