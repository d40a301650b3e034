"""The examples of `deploy/` name nothing that is not there. The proxies run in `tests/server/test_proxy.py`."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from axedrez.cli.app import app

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")


def instructions(name: str) -> list[str]:
    return re.findall(rf"^{name} (.*)$", DOCKERFILE, re.MULTILINE)


def test_the_image_is_made_of_files_that_are_there_and_sent_to_the_builder() -> None:
    sent = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    copied = [name for line in instructions("COPY") for name in line.split()[:-1]]
    assert "src" in copied
    for name in copied:
        assert (ROOT / name).exists(), name
        assert f"!{name}" in sent, name
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    named = re.findall(r'"((?:README|CHANGELOG|LICENSE)[^"]*)"', project)
    assert {name for name in named if (ROOT / name).is_file()} <= set(copied), "what the package is built from"
    backend = re.search(r'^requires = \["(\w+)"\]', project, re.MULTILINE)
    assert backend is not None
    runtime = (ROOT / "requirements" / "runtime.txt").read_text(encoding="utf-8")
    assert f"\n{backend[1]}==" in runtime, "it is built without isolation"


def test_the_command_of_the_image_is_one() -> None:
    (command,) = instructions("CMD")
    program, name, *options = yaml.safe_load(command)
    assert program == "axedrez"
    help_text = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "200"}).output
    assert all(option in help_text for option in options if option.startswith("--"))
    (port,) = instructions("EXPOSE")
    assert f"default: {port};" in help_text


def test_the_composed_services_belong_together() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    services = yaml.safe_load(text)["services"]
    nodes = {name: service for name, service in services.items() if "build" in service}
    help_text = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200"}).output
    for node in nodes.values():
        assert ((DEPLOY / node["build"]["context"]) / node["build"]["dockerfile"]).is_file()
        assert set(node["environment"]) == set(re.findall(r"AXEDREZ_[A-Z_]+", help_text))
        assert "@postgres/" in node["environment"]["AXEDREZ_DATABASE"]
        assert "//redis:" in node["environment"]["AXEDREZ_CHANNELS"]
        assert {"postgres", "redis"} <= set(node["depends_on"]) <= set(services)
        assert "ports" not in node, "only the proxy is reached from outside: what it says of clients is believed"
    proxy = services["proxy"]
    assert set(proxy["depends_on"]) == set(nodes)
    (DEPLOY / proxy["volumes"][0].split(":")[0]).resolve(strict=True)
    for name in ("nginx.conf", "Caddyfile"):
        assert set(re.findall(r"\b(node\d):8000", (DEPLOY / name).read_text(encoding="utf-8"))) == set(nodes), name


@pytest.mark.parametrize("line", instructions("RUN"))
def test_what_the_image_runs_can_be_read(line: str) -> None:
    assert shlex.split(line)
