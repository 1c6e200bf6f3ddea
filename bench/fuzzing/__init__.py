"""What `bench.fuzz` sends, and what it needs of the site first."""
