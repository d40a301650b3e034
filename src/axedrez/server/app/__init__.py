"""The application: its services, its routes and sockets described, how it runs."""
