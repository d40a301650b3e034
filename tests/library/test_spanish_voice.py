"""The Spanish of the page and of the command line speaks to people with one voice: usted."""

from __future__ import annotations

import re

import pytest

from axedrez.messages import catalogue

PRONOUNS = "tú|ti|te|tu|tus|tuyo|tuya|tuyos|tuyas|contigo|vosotros|vosotras|os|vuestro|vuestra"
VERBS = (
    "puedes|quieres|tienes|eres|estás|debes|sabes|haces|ves|vas|dices|pones|juegas|mueves|eliges|ganas|pierdes|podrás|verás|tendrás"
    "|podrías|querrías|hiciste|jugaste|ganaste|perdiste|elegiste"
)
IMPERATIVES = (
    "haz|pon|ven|deshaz|pulsa|elige|escoge|escribe|prueba|espera|abre|cierra|usa|vuelve|recarga|copia|envía|comparte|invita"
    "|busca|añade|borra|guarda|cambia|arrastra|toca|suelta|corrige|revisa|crea|entra|únete|quita|deja|mira"
)
SAID = re.compile(rf"\b(?:{PRONOUNS}|{VERBS})\b", re.IGNORECASE)
TOLD = re.compile(
    rf"(?:[:;.!?] |^¡?)(?:{IMPERATIVES}) (?!que\b)(?:el|la|los|las|un|una|otro|otra|menos|más|aquí|de nuevo)\b"
)
# These describe what somebody or something does: «Espera a que acabe otro informe».
DESCRIBES = re.compile(r"^(?:cli\.help|cli\.evaluate|cli\.play|field|rules|why|ui\.games\.turn|ui\.promotion)\b")


def faults(key: str, text: str) -> list[str]:
    found = SAID.findall(text)
    return found if DESCRIBES.match(key) else found + TOLD.findall(text)


def test_nobody_is_spoken_to_as_tu() -> None:
    spoken = {key: found for key, text in catalogue("es").items() if (found := faults(key, text))}
    assert spoken == {}


@pytest.mark.parametrize(
    "text",
    [
        "Captura tu torre.",
        "¿Quieres tablas?",
        "No hay sitio: pon menos piezas.",
        "No hay memoria; elige un Hash menor.",
    ],
)
def test_the_check_finds_what_it_looks_for(text: str) -> None:
    assert faults("error.x", text)
