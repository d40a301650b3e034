"""Schemathesis against the served OpenAPI: whatever is sent, no 500, and only what is documented comes back."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, given, reject, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from patience import LONG_S
from server.serving import Client

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@schemathesis.serializer("application/toml")
def as_it_is(_context: object, value: object) -> bytes:
    """The body of a TOML text is the text; what is no text has no form in which it could be sent."""
    if isinstance(value, bytes):
        return value
    if not isinstance(value, str):
        reject()
    return value.encode()


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_the_interface_keeps_to_its_description(client: Client, mode: GenerationMode) -> None:
    game = client.new(moves=["take1"])["id"]
    schema = schemathesis.openapi.from_url(f"http://{client.address}/api/schema")
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()

        @settings(max_examples=8, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode))
        def attack(case: schemathesis.Case) -> None:
            if mode is GenerationMode.POSITIVE and "game_id" in case.path_parameters:
                case.path_parameters["game_id"] = game  # one that exists
            case.call_and_validate(checks=CHECKS, timeout=LONG_S)

        try:
            attack()
        except Unsatisfiable:  # an operation without input cannot be given bad input
            continue
        tried += 1
    assert tried >= 7
