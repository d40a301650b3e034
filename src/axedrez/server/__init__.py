"""The server: HTTP, WebSockets, computer players, the page."""

from axedrez.server.app.app import create_app
from axedrez.server.app.run import serve

__all__ = ["create_app", "serve"]
