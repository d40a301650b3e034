"""The page's types of the interface are those that the server describes."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_page_are_written_from_what_is_served() -> None:
    script = runpy.run_path(str(ROOT / "script" / "lib" / "api_types.py"))
    told = "run `python script/lib/api_types.py`: the interface has changed"
    assert script["PLACE"].read_text() == script["written"](script["served"]()), told


def test_requests_may_leave_out_what_has_a_default_and_answers_never_do() -> None:
    script = runpy.run_path(str(ROOT / "script" / "lib" / "api_types.py"))
    text = script["written"](
        {
            "paths": {
                "/": {
                    "post": {
                        "requestBody": {"schema": {"$ref": "#/components/schemas/Box"}},
                        "responses": {"200": {"schema": {"$ref": "#/components/schemas/Box"}}},
                    }
                }
            },
            "components": {
                "schemas": {
                    "Box": {
                        "properties": {
                            "lid": {"oneOf": [{"$ref": "#/components/schemas/Lid"}, {"type": "null"}]},
                            "size": {"prefixItems": [{"type": "integer"}, {"type": "number"}], "type": "array"},
                        },
                        "required": ["size"],
                    },
                    "Lid": {"properties": {"open": {"type": ["null", "string"], "enum": ["a", None]}}, "required": []},
                }
            },
        }
    )
    parts = text.partition("export interface")
    assert (parts[1] + parts[2]).split("\n\n") == [
        "export interface Box {\n  lid: Lid | null\n  size: [number, number]\n}",
        "export interface BoxInput {\n  lid?: LidInput | null\n  size: [number, number]\n}",
        "export interface Lid {\n  open: 'a' | null\n}",
        "export interface LidInput {\n  open?: 'a' | null\n}\n",
    ]
