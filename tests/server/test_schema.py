"""Schemathesis against the served OpenAPI: whatever is sent, no 500, and only what is documented comes back."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, reject, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tests.patience import LONG_S
from tests.server.serving import Client
from tests.server.visiting import PASSWORD, Visitor, account

pytestmark = pytest.mark.long

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
TEXT = {"type": "string"}


@schemathesis.check
def security_is_told(_context: object, response: schemathesis.Response, case: schemathesis.Case[Any]) -> None:
    """Nobody is asked for credentials where none are needed, and nothing is done without those that are."""
    shown = {name.lower() for name in response.request.headers}
    if shown & {"authorization", "cookie"}:
        return
    requirements = case.operation.definition.raw["security"]
    if not requirements or {} in requirements:
        reason = response.json()["error"]["reason"] if response.status_code == 401 else ""
        of_ones_own = "mine" in (case.query or {})  # whose, only credentials tell
        assert of_ones_own or reason not in ("nobody", "account_needed"), "see security_schemes.py"
    else:
        assert response.status_code >= 400, "it was done for nobody"


@schemathesis.serializer("application/toml")
def as_it_is(_context: object, value: object) -> bytes:
    """The body of a TOML text is the text; what is no text has no form in which it could be sent."""
    if isinstance(value, bytes):
        return value
    if not isinstance(value, str):
        reject()
    return value.encode()


def takes_whatever_comes(operation: schemathesis.APIOperation[Any, Any, Any, Any]) -> bool:
    """Whether all that an operation takes are texts without conditions: no input can be bad."""
    described = operation.definition.raw
    parameters = [(each["in"], each["schema"]) for each in described.get("parameters", [])]
    bodies = described.get("requestBody", {}).get("content", {}).values()
    return all(each == ("path", TEXT) for each in parameters) and all(each["schema"] == TEXT for each in bodies)


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_the_interface_keeps_to_its_description(client: Client, mode: GenerationMode) -> None:
    game = client.new(moves=["take1"])["id"]
    schema = schemathesis.openapi.from_url(f"http://{client.address}/api/schema")
    tried = in_vain = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and takes_whatever_comes(operation):  # a search would take long
            in_vain += 1
            continue

        @settings(max_examples=8, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode))
        def attack(case: schemathesis.Case[Any]) -> None:
            if mode is GenerationMode.POSITIVE and "game_id" in case.path_parameters:
                case.path_parameters["game_id"] = game  # one that exists
            case.call_and_validate(checks=[*CHECKS, security_is_told], timeout=LONG_S)

        attack()
        tried += 1
    assert tried > in_vain


def test_what_only_owners_do_is_refused_to_their_programs(client: Client) -> None:
    owner = account(client.address, "Ana")
    token = owner.ask("POST", "/api/me/tokens", 201, label="program")["token"]
    described = client.http.get("/api/schema/openapi.json").json()
    owners = [
        (method, path)
        for path, item in described["paths"].items()
        for method, operation in item.items()
        if operation["security"] == [{"session": []}]
    ]
    assert ("put", "/api/me/password") in owners
    bodies: dict[tuple[str, str], dict[str, Any]] = {
        ("post", "/api/me/tokens"): {"label": "another"},
        ("put", "/api/me/password"): {"old": PASSWORD, "new": "another long secret"},
        ("delete", "/api/me"): {"password": PASSWORD},
        ("post", "/api/me/push"): {
            "endpoint": "https://push.example/1",
            "keys": {"p256dh": "B" * 87, "auth": "a" * 22},
        },
        ("put", "/api/me/mail"): {"address": "ana@example.org"},
    }
    program = Visitor(client.address, headers={"authorization": f"Bearer {token}"})
    for method, path in owners:
        refusal = program.ask(method, path, 401, **bodies.get((method, path), {}))
        assert refusal["error"]["reason"] == "account_needed", (method, path)
    assert program.me()["login"] == owner.me()["login"]
