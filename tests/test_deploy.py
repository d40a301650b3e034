"""The examples of `deploy/` name nothing that is not there. The proxies run in `tests/server/test_proxy.py`."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from axedrez.cli.app import app
from axedrez.server import create_app
from axedrez.server.app.run import GRACE_S
from tests.match.takeaway import TakeawayRulebooks
from tests.server.serving import RandomPlayer, serving

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
    assert set(re.findall(r"\{\$(\w+)\}", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))) == set(
        proxy["environment"]
    )
    volumes = [each for service in services.values() for each in service.get("volumes", ()) if each[0].isalpha()]
    assert {each.split(":")[0] for each in volumes} == set(yaml.safe_load(text)["volumes"])
    for name in ("nginx.conf", "Caddyfile"):
        assert set(re.findall(r"\b(node\d):8000", (DEPLOY / name).read_text(encoding="utf-8"))) == set(nodes), name


def test_every_container_is_asked_how_it_is(tmp_path: Path) -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    for name, service in services.items():
        assert service["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL"), name
        for other, asked in service.get("depends_on", {}).items():
            assert asked["condition"] == "service_healthy", f"{name} waits for {other}"
    kind, program, *arguments = services["node1"]["healthcheck"]["test"]
    assert (kind, program) == ("CMD", "python")

    def well(address: str) -> bool:
        asked = [each.replace("127.0.0.1:8000", address) for each in arguments]
        return subprocess.run([sys.executable, *asked], stderr=subprocess.DEVNULL, timeout=300).returncode == 0

    made = create_app(f"sqlite:///{tmp_path / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer)
    with serving(made) as address:
        assert well(address)
    assert not well(address), "nobody answers there any more"


@pytest.mark.parametrize("own", ["", "tls /certificate/cert.pem /certificate/key.pem"])
def test_the_caddyfile_is_valid_with_either_certificate(own: str) -> None:
    if shutil.which("caddy") is None:
        pytest.skip("no caddy here")
    environment = {**os.environ, "AXEDREZ_DOMAIN": "chess.example.org", "AXEDREZ_TLS": own}
    command = ["caddy", "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True).stdout
    assert '"listen":[":443"]' in told
    assert ("/certificate/cert.pem" in told) == bool(own)
    assert "Strict-Transport-Security" in told


UNITS = sorted(DEPLOY.glob("*.service")) + sorted(DEPLOY.glob("*.timer"))


def settings(unit: Path) -> list[tuple[str, str]]:
    """The settings of a unit, in order."""
    lines = unit.read_text(encoding="utf-8").splitlines()
    return [(name, value) for line in lines if not line.startswith("#") for name, _, value in [line.partition("=")]]


def test_the_service_gives_the_server_time_and_little_else() -> None:
    unit = settings(DEPLOY / "axedrez.service")
    known = dict(unit)
    assert int(known["TimeoutStopSec"]) > GRACE_S * 2
    assert known["Restart"] == "always"
    assert known["EnvironmentFile"] == "-/etc/axedrez/environment"
    assert "MemoryDenyWriteExecute" not in known, "kernels are compiled while it runs"
    help_text = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200"}).output
    options = [word for word in known["ExecStart"].split() if word.startswith("--")]
    assert all(option in help_text for option in options)
    set_here = {name for _, value in unit for name in re.findall(r"\bAXEDREZ_[A-Z_]+", value)}
    assert set_here <= set(re.findall(r"AXEDREZ_[A-Z_]+", help_text))
    for name in ("NoNewPrivileges", "ProtectHome", "PrivateTmp", "PrivateDevices", "DynamicUser"):
        assert known[name] == "yes"


def test_units_are_valid(tmp_path: Path) -> None:
    assert len(UNITS) == 3
    if shutil.which("systemd-analyze") is None:
        for unit in UNITS:
            assert all(re.fullmatch(r"[A-Z][A-Za-z]+|\[\w+\]|", name) for name, _ in settings(unit)), unit
        return
    for unit in UNITS:  # there is no program in /opt
        text = unit.read_text(encoding="utf-8").replace("/opt/axedrez/bin/axedrez", sys.executable)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", *(str(tmp_path / unit.name) for unit in UNITS)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("line", instructions("RUN"))
def test_what_the_image_runs_can_be_read(line: str) -> None:
    assert shlex.split(line)
