"""What the search asks of the rules, on either path of the chess kernel."""
