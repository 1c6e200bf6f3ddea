"""
A stand-in for the payment provider, in which no money moves.

It runs as a process of its own with a database file of its own, imports no other app, is imported by
none, and is reached over HTTP alone. Its names and answers are the provider's.
"""
