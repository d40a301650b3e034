"""Messages of Web Push, against the example of RFC 8291 and a reader written from it."""

from __future__ import annotations

import pytest

pytest.importorskip("cryptography", reason="a locked requirement: run script/setup")

from cryptography.exceptions import InvalidTag

from axedrez.core import AxedrezError
from axedrez.server.notices.web_push import MAX_TEXT_BYTES, PushKeys, Receiver, encrypt
from tests.server.push_service import Reader, claims, decoded, encoded


def example() -> tuple[Reader, bytes]:
    """RFC 8291, appendix A."""
    reader = Reader(
        int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"),
        decoded("BTBZMqHH6r4Tts7J_aSIgg"),
    )
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBr"
        "u3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    return reader, decoded(body)


def test_the_reader_of_the_tests_reads_the_example_of_the_standard() -> None:
    reader, body = example()
    assert reader.open(body) == b"When I grow up, I want to be a watermelon"


def test_only_the_browser_reads_a_message() -> None:
    reader, stranger = Reader(), Reader()
    receiver = Receiver.parse(**reader.keys)
    for text in (b"", "Le toca jugar: ñ".encode(), b"x" * MAX_TEXT_BYTES):
        assert reader.open(encrypt(text, receiver)) == text
    sealed = encrypt(b"the same", receiver)
    assert encrypt(b"the same", receiver) != sealed
    with pytest.raises(InvalidTag):
        stranger.open(sealed)
    with pytest.raises(ValueError, match="long"):
        encrypt(b"x" * (MAX_TEXT_BYTES + 1), receiver)


def test_the_key_is_the_same_for_all_servers_and_signs_what_it_claims() -> None:
    keys = PushKeys(bytes(range(32)))
    assert keys.public == PushKeys(bytes(range(32))).public
    assert keys.public != PushKeys(bytes(32)).public
    said, key = claims(keys.authorization("https://push.example", "mailto:ana@example.org", 1_000))
    assert said == {"aud": "https://push.example", "exp": 1_000 + 12 * 3600, "sub": "mailto:ana@example.org"}
    assert key == keys.public
    PushKeys(b"\xff" * 32)  # larger than the order of the curve


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        ("A" * 87, encoded(bytes(16))),
        (encoded(b"\4" + bytes(64)), encoded(bytes(16))),  # no point of the curve
        (Reader().keys["p256dh"], encoded(bytes(15))),
        (Reader().keys["p256dh"], "ñ"),
        ("%%%%", encoded(bytes(16))),
        (Reader().keys["p256dh"][:44], encoded(bytes(16))),
    ],
    ids=["nothing", "letters", "no point of the curve", "short secret", "other letters", "no letters", "short key"],
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(AxedrezError) as told:
        Receiver.parse(p256dh, auth)
    assert told.value.reason == "push_keys"
