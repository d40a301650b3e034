"""The plugin that guards the clauses must itself be able to fail."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

CLAUSES = """
[clauses]
C-1 = "first"
C-2 = "second"
[later]
P-3 = "third"
"""


@pytest.fixture(autouse=True)
def _nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests within these tests need no other plugins, each of which takes time to load."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makefile(".toml", clauses=CLAUSES)
    pytester.makeini(
        "[pytest]\nclauses = clauses.toml\ntestpaths = .\naddopts = --strict-markers -p tests.conformity\n"
    )
    return pytester


BOTH = """
import pytest

@pytest.mark.clause("C-1")
def test_one(): pass

@pytest.mark.clause("C-2")
@pytest.mark.parametrize("n", [1, 2])
def test_two(n): assert n != {refused}
"""


def test_every_clause_pinned_passes(project: pytest.Pytester) -> None:
    project.makepyfile(BOTH.format(refused=3))
    result = project.runpytest()
    assert result.ret == 0
    result.stdout.fnmatch_lines(["C-1 *1  passed *first", "C-2 *2  passed *second", "P-3 *0  later *third"])


def test_one_failure_fails_its_clause(project: pytest.Pytester) -> None:
    project.makepyfile(BOTH.format(refused=2))
    result = project.runpytest()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["C-1 *passed*", "C-2 *2  FAILED *second"])


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "@pytest.mark.clause('C-2')\ndef test_b(): pytest.skip('no')",
        "@pytest.mark.clause('C-2')\n@pytest.mark.xfail\ndef test_b(): 1 / 0",
    ],
    ids=["no test", "skipped", "expected failure"],
)
def test_clause_without_passing_test_fails_a_full_run(project: pytest.Pytester, body: str) -> None:
    project.makepyfile(f"import pytest\n@pytest.mark.clause('C-1')\ndef test_a(): pass\n{body}\n")
    result = project.runpytest()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["clauses without a passing test: C-2", "*1 clauses without a passing test*"])


def test_chosen_tests_report_only_their_clauses(project: pytest.Pytester) -> None:
    project.makepyfile(BOTH.format(refused=3))
    result = project.runpytest("-k", "one")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["C-1 *passed*"])
    result.stdout.no_fnmatch_line("C-2 *")


@pytest.mark.parametrize("mark", ["'C-9'", ""])
def test_unknown_or_empty_mark_is_an_error(project: pytest.Pytester, mark: str) -> None:
    project.makepyfile(f"import pytest\n@pytest.mark.clause({mark})\ndef test_a(): pass\n")
    result = project.runpytest()
    assert result.ret == pytest.ExitCode.USAGE_ERROR


@pytest.mark.parametrize(("ci", "code"), [("true", pytest.ExitCode.TESTS_FAILED), ("", pytest.ExitCode.OK)])
@pytest.mark.parametrize("where", ["test", "module"])
def test_skips_fail_only_in_ci(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, ci: str, code: int, where: str
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    pytester.makeconftest((Path(__file__).parent / "conftest.py").read_text(encoding="utf-8"))
    skip = "pytest.skip('no peer', allow_module_level=True)"
    pytester.makepyfile(
        f"import pytest\n{skip if where == 'module' else ''}\ndef test_a(): {skip}\ndef test_b(): pass\n"
    )
    pytester.makepyfile(test_other="def test_c(): pass")
    result = pytester.runpytest_subprocess("-rs", "--import-mode=importlib", f"--rootdir={pytester.path}")
    assert result.ret == code or (where == "module" and ci and result.ret == pytest.ExitCode.INTERRUPTED)
    result.stdout.fnmatch_lines(["*no peer*"])


@pytest.mark.parametrize(("ci", "passed"), [("true", 2), ("", 1)])
def test_a_file_that_a_conftest_leaves_out_is_run_in_ci(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, ci: str, passed: int
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    pytester.makeconftest((Path(__file__).parent / "conftest.py").read_text(encoding="utf-8"))
    room = pytester.mkdir("room")
    (room / "conftest.py").write_text("collect_ignore = ['test_hidden.py']", encoding="utf-8")
    for name in ("hidden", "seen"):
        (room / f"test_{name}.py").write_text(f"def test_{name}(): pass", encoding="utf-8")
    result = pytester.runpytest_subprocess("--import-mode=importlib", f"--rootdir={pytester.path}", "room")
    result.assert_outcomes(passed=passed)


def test_random_tests_draw_the_same_wherever_they_run(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody's first run fails by bad luck; `script/bench fuzz` draws anew."""
    monkeypatch.setenv("CI", "")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    pytester.makeconftest((Path(__file__).parent / "conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(
        "from hypothesis import given, strategies as st\n"
        "def test_a():\n"
        "    drawn = []\n"
        "    given(n=st.integers(0, 10**12))(lambda n: drawn.append(n))()\n"
        "    print('drawn', drawn)\n"
    )

    def drawn(*options: str) -> str:
        always = ("-s", "-p", "_hypothesis_pytestplugin", "--import-mode=importlib", f"--rootdir={pytester.path}")
        result = pytester.runpytest_subprocess(*always, *options)
        (line,) = [line for line in result.stdout.lines if "drawn" in line]
        return line

    fresh = ("--hypothesis-profile=fresh", "--hypothesis-seed")
    fixed = drawn()
    assert fixed == drawn("--hypothesis-seed=5")
    assert len({fixed, drawn(*fresh, "1"), drawn(*fresh, "2")}) == 3


def test_list_of_clauses_is_complete() -> None:
    listed = tomllib.loads((Path(__file__).parent / "clauses.toml").read_text(encoding="utf-8"))
    ids = [f"C-{n}" for n in range(1, 25) if n != 19] + ["D-1", "D-2", "D-2b", "D-3"] + [f"T-{n}" for n in range(1, 9)]
    numbers = (*range(2, 8), *range(10, 19), *range(20, 35), *range(40, 46), 50, 51, 52)
    ids += ["G-1", "G-1b", *(f"G-{number}" for number in numbers)]
    ids += [f"F-{number}" for number in range(1, 11)]
    assert list(listed["clauses"]) == [*ids, "P-1", "P-2", "P-3", *(f"M-{n}" for n in range(1, 14))]
    assert not listed["later"]
