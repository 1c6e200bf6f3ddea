"""An app of tests alone: it sells ebooks, by the series, as many copies as there are."""
