"""The books under attack: whatever is written past the code is named by `verify_books`."""
