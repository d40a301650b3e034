"""What strangers may send: every route, in every shape that its limits admit."""
