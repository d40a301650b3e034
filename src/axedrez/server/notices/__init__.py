"""Telling people what waits for them while they are elsewhere: Web Push and e-mail."""

from axedrez.server.notices.notifier import Notifier
from axedrez.server.notices.options import NoticeOptions
from axedrez.server.notices.web_push import PushKeys

__all__ = ["NoticeOptions", "Notifier", "PushKeys"]
