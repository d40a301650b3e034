"""Schemathesis against the served OpenAPI: whatever is sent, no 500, and only what is documented comes back."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import checks

from server.serving import Client

CHECKS = [
    checks.not_a_server_error,
    checks.CHECKS.get_one("status_code_conformance"),
    checks.CHECKS.get_one("content_type_conformance"),
    checks.CHECKS.get_one("response_schema_conformance"),
    checks.CHECKS.get_one("negative_data_rejection"),
]


@pytest.fixture(scope="session")
def api(client: Client) -> schemathesis.BaseSchema:
    client.new(moves=["take1"])
    return schemathesis.openapi.from_url(f"http://{client.address}/api/schema")


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_the_interface_keeps_to_its_description(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)
