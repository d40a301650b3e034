"""Messages of Web Push: encrypted for one browser (RFC 8291), signed with the key of this server (RFC 8292)."""

from __future__ import annotations

import base64
import binascii
import json
import secrets
from typing import NamedTuple

from axedrez.core import AxedrezError

RECORD = 4096
"""The size of a record; a message is one."""

MAX_TEXT_BYTES = 3000
"""Longer messages are refused by some push services."""

TOKEN_S = 12 * 3600
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points of the curve P-256."""

POINT_BYTES = 65
AUTH_BYTES = 16


class Receiver(NamedTuple):
    """The keys that a browser gave: its point on the curve, and its secret."""

    point: bytes
    auth: bytes

    @classmethod
    def parse(cls, p256dh: str, auth: str) -> Receiver:
        """Raises AxedrezError (`push_keys`) for texts that are none."""
        from cryptography.hazmat.primitives.asymmetric import ec

        try:
            point, secret = decoded(p256dh), decoded(auth)
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        except ValueError:
            raise AxedrezError("push_keys") from None
        if len(secret) != AUTH_BYTES or len(point) != POINT_BYTES:
            raise AxedrezError("push_keys")
        return cls(point, secret)


class PushKeys:
    """The key pair by which push services know the servers of a database, made from a secret that they share."""

    def __init__(self, secret: bytes) -> None:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ec

        self._private = ec.derive_private_key(int.from_bytes(secret, "big") % (_ORDER - 1) + 1, ec.SECP256R1())
        point: bytes = self._private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.public = encoded(point)
        """The public key, as browsers want it (`applicationServerKey`)."""

    def authorization(self, origin: str, contact: str, now_s: int) -> str:
        """The header with which a push service at `origin` accepts messages."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        claims = {"aud": origin, "exp": now_s + TOKEN_S, "sub": contact}
        parts = [encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        signed = ".".join(parts)
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"


def encrypt(text: bytes, receiver: Receiver) -> bytes:
    """A message that only this browser can read: the body to be sent with `Content-Encoding: aes128gcm`."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    if len(text) > MAX_TEXT_BYTES:
        raise ValueError("too long a message")
    own = ec.generate_private_key(ec.SECP256R1())
    public: bytes = own.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), receiver.point)
    shared = own.exchange(ec.ECDH(), theirs)
    key = _derived(shared, receiver.auth, b"WebPush: info\x00" + receiver.point + public, 32)
    salt = secrets.token_bytes(16)
    content = _derived(key, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(key, salt, b"Content-Encoding: nonce\x00", 12)
    sealed: bytes = AESGCM(content).encrypt(nonce, text + b"\x02", None)  # the sign of the last record
    return salt + RECORD.to_bytes(4, "big") + bytes([len(public)]) + public + sealed


def _derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    found: bytes = HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(key)
    return found


def encoded(data: bytes) -> str:
    """Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of such a text. Raises ValueError."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as fault:
        raise ValueError(str(fault)) from None
