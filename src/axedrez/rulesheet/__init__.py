"""Rule sheets: what all families share of reading, inheriting and checking them."""
