"""A test app that sells ebooks of a series, with a limited number of copies."""
