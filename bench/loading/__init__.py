"""What `load.py` and `floods.py` are made of: games made beforehand, servers, players at sockets, figures."""
