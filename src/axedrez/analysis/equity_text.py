"""Equities in words: the figures of a page's tables as sentences, and how figures are written."""

from __future__ import annotations

from axedrez.analysis.cube import CubeVerdict
from axedrez.analysis.equity import Chances, Estimate
from axedrez.messages import say


def written_equity(equity: float, lang: str) -> str:
    """`+0.123`, in Spanish `+0,123`."""
    return _localised(f"{equity + 0.0:+.3f}", lang).replace("+0,000", "0,000").replace("+0.000", "0.000")


def written_share(share: float, lang: str) -> str:
    """A share of one in percent: `55.3`."""
    return _localised(f"{100 * share:.1f}", lang)


def estimate_text(estimate: Estimate, lang: str) -> str:
    """A sentence with the equity and the chances of a side."""
    chances = estimate.chances
    equity = written_equity(estimate.equity, lang)
    said = [say("equities.equity", lang, equity=equity), say("equities.chances", lang, **_shares(chances, lang))]
    if estimate.match_chance is not None:
        chance = written_share(estimate.match_chance, lang)
        said[0] = say("equities.at_score", lang, equity=equity, chance=chance)
    if chances.drawn >= 0.0005:
        said.append(say("equities.drawn", lang, drawn=written_share(chances.drawn, lang)))
    return " ".join(said)


def cube_text(verdict: CubeVerdict, lang: str) -> str:
    """A sentence with what to do with the cube, and what the other side should answer."""
    if not verdict.may_double or verdict.response is None:
        return say("equities.cube.none", lang)
    kind = "redouble" if verdict.redouble else "double"
    action = say(f"equities.cube.{verdict.action}.{kind}", lang)
    return f"{action} {say(f'equities.cube.response.{verdict.response}', lang)}"


def _shares(chances: Chances, lang: str) -> dict[str, str]:
    shares = {
        "win": chances.win,
        "win_gammon": chances.win_gammon,
        "win_backgammon": chances.win_backgammon,
        "lose": chances.lose,
        "lose_gammon": chances.lose_gammon,
        "lose_backgammon": chances.lose_backgammon,
    }
    return {name: written_share(share, lang) for name, share in shares.items()}


def _localised(text: str, lang: str) -> str:
    text = text.replace("-", "−")
    return text.replace(".", ",") if lang == "es" else text
