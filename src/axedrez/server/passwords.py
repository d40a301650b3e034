"""What is no password: what is tried first."""

from __future__ import annotations

from axedrez.core import AxedrezError

_ROWS = (
    "01234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklñzxcvbnm",
    "qwertzuiop",
    "azertyuiop",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn",
)
_WORDS = frozenset(
    """
    password passwort contraseña contrasena contrasenya motdepasse clave secreta secreto secret letmein
    welcome iloveyou teamo tequiero sunshine princess princesa football futbol baseball superman batman
    dragon monkey trustno administrador administrator admin usuario user guest invitado master qwerty abc
    abcd asdf axedrez ajedrez chess backgammon jaquemate checkmate estrella mariposa barcelona realmadrid
    computer internet starwars pokemon michael jennifer alejandro hola hello
    """.split()  # noqa: SIM905 (words are read more easily than a list of them)
)
"""Of the lists of what people choose, what is left without digits and signs at either end."""

_ENDS = "0123456789.,;:-_!?¡¿*+#@$%&/()=' "

_LIKE = str.maketrans("0134578@$", "oieastbas")


def check(password: str, login: str) -> None:
    """Raises AxedrezError (`weak_password`) for the name of the account, a row of keys, or a word that many choose."""
    plain = password.casefold()
    core = plain.strip(_ENDS)
    if (
        core in _WORDS
        or plain.translate(_LIKE).strip(_ENDS) in _WORDS
        or plain in (login, login[::-1])
        or (core and core == login.strip(_ENDS))
        or any(plain == (plain[:length] * len(plain))[: len(plain)] for length in (1, 2, 3, 4))
        or any(plain in row or plain in row[::-1] for row in _ROWS)
        or (not core and len(plain) < 12)  # a date, or a telephone
    ):
        raise AxedrezError("weak_password")
