"""Mails: plain text, each with its way out, handed to the operator's mail server."""

from __future__ import annotations

import smtplib
import ssl
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from axedrez.messages import say
from axedrez.server.notices.options import NoticeOptions, SmtpServer

PATIENCE_S = 20.0
MAX_SUBJECT_LENGTH = 150
MAX_LINE_LENGTH = 250
"""Longer than any address of ours, so that none is broken."""


class Mail(NamedTuple):
    """A mail to `address`; `way_out` is the address of the page that ends all mails."""

    id: UUID
    address: str
    lang: str
    subject: str
    text: str
    way_out: str
    at: int


def message(mail: Mail, options: NoticeOptions) -> EmailMessage:
    """A mail as it is sent. The same notice has the same `Message-ID`, so that a repetition can be recognized."""
    server = urlsplit(options.public_url or "").hostname or "localhost"
    made = EmailMessage(policy=SMTP.clone(max_line_length=MAX_LINE_LENGTH))
    made["From"] = Address("Axedrez", addr_spec=options.mail_from or "")
    made["To"] = Address(addr_spec=mail.address)
    made["Subject"] = mail.subject[:MAX_SUBJECT_LENGTH]
    made["Date"] = format_datetime(datetime.fromtimestamp(mail.at / 1000, UTC))
    made["Message-ID"] = f"<{mail.id}@{server}>"
    made["Auto-Submitted"] = "auto-generated"
    made["List-Unsubscribe"] = f"<{mail.way_out}>"
    made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    out = say("notice.mail.out", mail.lang, server=urlsplit(options.public_url or "").netloc)
    made.set_content(f"{mail.text}\n\n-- \n{out}\n{mail.way_out}\n", cte="quoted-printable")
    made["Content-Language"] = mail.lang
    return made


def deliver(server: SmtpServer, made: EmailMessage) -> None:
    """Hand a mail over; blocks. Raises OSError (`smtplib.SMTPException` is one)."""
    context = ssl.create_default_context()
    if server.tls:
        connection: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=PATIENCE_S, context=context)
    else:
        connection = smtplib.SMTP(server.host, server.port, timeout=PATIENCE_S)
    with connection:
        if not server.tls and not server.is_here:
            connection.starttls(context=context)  # raises where the server has none: nothing goes in the clear
        if server.user is not None:
            connection.login(server.user, server.password or "")
        connection.send_message(made)


def is_final(fault: OSError) -> bool:
    """Whether a mail server has refused a mail for good."""
    if isinstance(fault, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in fault.recipients.values())
    if isinstance(fault, (smtplib.SMTPAuthenticationError, smtplib.SMTPSenderRefused)):
        return False  # the operator will mend it
    return isinstance(fault, smtplib.SMTPResponseException) and fault.smtp_code >= 500
