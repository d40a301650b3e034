"""A push service on this machine, and a browser that can read what it is sent."""

from __future__ import annotations

import base64
import json
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def hkdf(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


class Reader:
    """A browser's keys; it opens messages as RFC 8291 and 8188 say."""

    def __init__(self, private: int | None = None, auth: bytes | None = None) -> None:
        curve = ec.SECP256R1()
        self.private = ec.generate_private_key(curve) if private is None else ec.derive_private_key(private, curve)
        self.auth = auth or secrets.token_bytes(16)
        formats = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.point = self.private.public_key().public_bytes(*formats)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": encoded(self.point), "auth": encoded(self.auth)}

    def open(self, body: bytes) -> bytes:
        salt, record, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= record
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.private.exchange(ec.ECDH(), theirs)
        key = hkdf(shared, self.auth, b"WebPush: info\0" + self.point + sender, 32)
        content = hkdf(key, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(key, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(content).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text.endswith(b"\2")
        return text[:-1]


def claims(authorization: str) -> tuple[dict[str, Any], str]:
    """What a VAPID header claims, its signature verified, and the key that signed it."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, body, signature = fields["t"].split(".")
    raw = decoded(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(fields["k"]))
    key.verify(der, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    return json.loads(decoded(body)), fields["k"]


class PushService:
    """What was posted, as (path, headers, body); `answers` are given first, then 201."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.posted: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[tuple[int, dict[str, str]]] = []

    def endpoint(self, path: str = "/send/abc") -> str:
        return f"http://{self.address}{path}"


@contextmanager
def push_service() -> Iterator[PushService]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            service.posted.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            status, headers = service.answers.pop(0) if service.answers else (201, {})
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(f"127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
