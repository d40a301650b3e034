"""The routes of the server, one module for each subject of docs/api.md."""
