"""How a run of tests behaves: its levels, the second look at what failed, its budget, and its own databases."""

from __future__ import annotations

import shutil
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bench.mutations import MUTATIONS
from tests import services

pytest_plugins = ["pytester"]


@pytest.fixture(autouse=True)
def _nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests within these tests need no other plugins, each of which takes time to load; processes find ours."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makefile(".toml", clauses='[clauses]\nC-1 = "first"\n')
    pytester.makeini(
        "[pytest]\nclauses = clauses.toml\ntestpaths = .\n"
        "addopts = --strict-markers -p tests.levels -p tests.conformity -p tests.second_look -p tests.budget\n"
    )
    return pytester


LEVELS = """
import pytest

@pytest.mark.long
def test_slow(): pass

@pytest.mark.clause("C-1")
def test_quick(): pass
"""


@pytest.mark.parametrize(
    ("arguments", "passed"),
    [([], 1), (["--all"], 2), (["test_levels.py"], 2), (["-k", "slow"], 1), (["test_levels.py", "--without-long"], 1)],
    ids=["by itself", "all", "a file", "a word", "a file without"],
)
def test_long_tests_run_when_they_are_asked_for(project: pytest.Pytester, arguments: list[str], passed: int) -> None:
    project.makepyfile(test_levels=LEVELS)
    result = project.runpytest(*arguments)
    assert result.ret == 0
    result.assert_outcomes(passed=passed, deselected=2 - passed)


def test_a_parallel_run_knows_what_was_typed(project: pytest.Pytester) -> None:
    project.makepyfile(test_levels=LEVELS)
    typed = {(): 1, ("test_levels.py",): 2, ("--all",): 2, ("test_levels.py", "--without-long"): 1}
    for arguments, passed in typed.items():
        result = project.runpytest_subprocess("-p", "xdist.plugin", "-n", "1", *arguments)
        result.assert_outcomes(passed=passed)


STUMBLES = """
from pathlib import Path
import pytest

@pytest.mark.clause("C-1")
def test_that_stumbles():
    here = Path(__file__).with_name("stumbled")
    before, _ = here.exists(), here.touch()
    print("what it said")
    assert before, "it stumbled"

def test_other(): pass
"""


def test_what_passes_alone_is_unsteady_and_stops_nothing(project: pytest.Pytester) -> None:
    project.makepyfile(STUMBLES)
    result = project.runpytest("--second-look")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["C-1 *passed*", "unsteady: *::test_that_stumbles", "*alone: passed*", "*it stumbled*"])
    result.stdout.fnmatch_lines(["*Captured stdout call:", "*what it said"])
    result.stdout.fnmatch_lines(["*1 passed, 1 unsteady*"])


def test_a_fixture_that_stumbles_is_unsteady_too(project: pytest.Pytester) -> None:
    as_fixture = STUMBLES.replace('@pytest.mark.clause("C-1")\ndef test_that_stumbles', "@pytest.fixture\ndef shaky")
    project.makepyfile(as_fixture + '\n@pytest.mark.clause("C-1")\ndef test_with_it(shaky): pass\n')
    result = project.runpytest("--second-look")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["C-1 *passed*", "unsteady: *::test_with_it"])


def test_what_fails_again_is_a_failure(project: pytest.Pytester) -> None:
    project.makepyfile("import pytest\n@pytest.mark.clause('C-1')\ndef test_a(): assert 1 == 2\ndef test_b(): pass\n")
    result = project.runpytest("--second-look")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["FAILED again alone*test_a", "C-1 *FAILED*"])
    result.assert_outcomes(passed=1, failed=1)


def test_after_many_failures_nothing_is_run_again(project: pytest.Pytester) -> None:
    project.makepyfile("import pytest\n@pytest.mark.parametrize('n', range(16))\ndef test_a(n): assert n < 0\n")
    result = project.runpytest("--second-look")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["more than 15 tests failed: no second look"])
    result.stdout.no_fnmatch_line("*again alone*")


def test_a_run_beyond_its_budget_says_what_it_did_not_run(project: pytest.Pytester) -> None:
    project.makepyfile(test_a="def test_first(): pass\n", test_b="def test_late(): pass\n")
    result = project.runpytest("--budget", "0.0000001", "--second-look")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*the * slowest tests*", "*test_a.py::test_first", "*not run*", "* 1  test_b.py"])
    result.stdout.fnmatch_lines(["the budget of 1e-07 minutes is over: 1 of 2 tests were run.*"])


@pytest.mark.parametrize("option", ["--second-look", "--budget=0.0000001"])
def test_they_work_over_several_processes(project: pytest.Pytester, option: str) -> None:
    project.makepyfile(test_a=LEVELS + STUMBLES, test_b="def test_late(): pass\n")
    result = project.runpytest_subprocess("-p", "xdist.plugin", "-n", "2", "--dist", "loadfile", option)
    if option == "--second-look":
        assert result.ret == 0
        result.stdout.fnmatch_lines(["unsteady: test_a.py::test_that_stumbles", "*3 passed, 1 unsteady*"])
    else:
        assert result.ret == pytest.ExitCode.TESTS_FAILED
        result.stdout.fnmatch_lines(["*budget of 1e-07 minutes is over*"])


def test_a_run_whose_process_has_crashed_ends(project: pytest.Pytester) -> None:
    """With a new process in its place the others would wait for work for ever."""
    for number in range(6):
        project.makepyfile(**{f"test_{number}": "def test_first(): pass\ndef test_last(): pass\n"})
    project.makepyfile(test_crash="import os\ndef test_before(): pass\ndef test_crash(): os._exit(9)\n")
    options = ("-n", "2", "--dist", "loadfile", "--second-look")
    result = project.runpytest_subprocess("-p", "xdist.plugin", *options, timeout=120)
    assert result.ret not in (0, None)
    result.stdout.fnmatch_lines(["*crashed while running 'test_crash.py::test_crash'*"])


SERVICES = """
import asyncio, os
from pathlib import Path
import asyncpg
from redis import Redis
from tests.services import FOLDER, postgres_url, redis_url

async def answer():
    line = await asyncpg.connect(postgres_url(), database="postgres")
    try:
        return await line.fetchval("select 1")
    finally:
        await line.close()

def test_both_answer():
    assert asyncio.run(answer()) == 1
    assert Redis.from_url(redis_url()).ping()
    Path(__file__).with_name("told").write_text(" ".join((os.environ[FOLDER], postgres_url(), redis_url())))
"""


@pytest.mark.skipif(
    shutil.which("redis-server") is None or services.postgres_programs() is None, reason="no PostgreSQL or no Redis"
)
def test_databases_of_a_run_are_its_own_and_end_with_it(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (services.POSTGRES, services.REDIS, services.FOLDER):
        monkeypatch.delenv(name, raising=False)
    pytester.makeconftest("from tests import services\nservices.begin()\n")
    pytester.makepyfile(SERVICES)
    assert pytester.runpytest_subprocess().ret == 0
    folder, *urls = (pytester.path / "told").read_text().split(" ")
    assert not Path(folder).exists()
    for url in urls:
        with socket.socket() as probe:
            port = urlsplit(url).port
            assert port in services.PORTS
            assert probe.connect_ex(("127.0.0.1", port)), f"something listens at {url}"


def test_each_fault_that_is_planted_fits_the_code() -> None:
    root = Path(__file__).parents[1]
    assert len(MUTATIONS) >= 20
    for fault in MUTATIONS:
        assert (root / fault.file).read_text(encoding="utf-8").count(fault.before) == 1, fault.name
