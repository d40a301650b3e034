"""Ratings, slow and plain: the paper's steps in forty decimal digits, the volatility by bisection.

Written from Mark E. Glickman, "Example of the Glicko-2 system" (2022), and from docs/ratings.md for the bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext

PI = Decimal("3.141592653589793238462643383279502884197169399375")
SCALE = Decimal("173.7178")
NEWCOMER, LEAST_RD = Decimal(350), Decimal(30)
SIGMAS = Decimal("0.01"), Decimal("0.1")
RATINGS = Decimal(100), Decimal(4000)

Numbers = tuple[float, float, float]
"""Rating, deviation, volatility."""


def g(phi: Decimal) -> Decimal:
    return 1 / (1 + 3 * phi**2 / PI**2).sqrt()


def expected(mu: Decimal, mu_j: Decimal, phi_j: Decimal) -> Decimal:
    return 1 / (1 + (-g(phi_j) * (mu - mu_j)).exp())


def new_sigma(sigma: Decimal, phi: Decimal, v: Decimal, delta: Decimal, tau: Decimal) -> Decimal:
    """Step 5 by plain bisection between the least and the greatest volatility."""
    a = (sigma**2).ln()

    def f(x: Decimal) -> Decimal:
        ex = x.exp()
        return ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - (x - a) / tau**2

    low, high = (2 * bound.ln() for bound in SIGMAS)
    if f(low) <= 0:
        return SIGMAS[0]
    if f(high) >= 0:
        return SIGMAS[1]
    for _ in range(60):
        middle = (low + high) / 2
        if f(middle) > 0:
            low = middle
        else:
            high = middle
    return (low / 2).exp()


def after(player: Numbers, games: Sequence[tuple[Numbers, float]], periods: float, tau: float) -> Numbers:
    """The player after the games; periods before the last one are periods without games."""
    with localcontext() as context:
        context.prec = 40
        r, rd, sigma = map(Decimal, player)
        mu, phi = (r - 1500) / SCALE, rd / SCALE
        left = Decimal(periods)
        if games and left > 1:
            phi = min((phi**2 + (left - 1) * sigma**2).sqrt(), NEWCOMER / SCALE)
            left = Decimal(1)
        if not games:
            phi = min((phi**2 + left * sigma**2).sqrt(), NEWCOMER / SCALE)
            return float(r), float(phi * SCALE), float(sigma)
        others = [((Decimal(rj) - 1500) / SCALE, Decimal(rdj) / SCALE, Decimal(score)) for (rj, rdj, _), score in games]
        v = 1 / sum(
            (g(phj) ** 2 * expected(mu, muj, phj) * (1 - expected(mu, muj, phj)) for muj, phj, _ in others), Decimal(0)
        )
        won = sum((g(phj) * (s - expected(mu, muj, phj)) for muj, phj, s in others), Decimal(0))
        sigma = new_sigma(sigma, phi, v, v * won, Decimal(tau))
        phi_star = min((phi**2 + left * sigma**2).sqrt(), NEWCOMER / SCALE)
        phi = 1 / (1 / phi_star**2 + 1 / v).sqrt()
        mu += phi**2 * won
        return (
            float(min(max(1500 + SCALE * mu, RATINGS[0]), RATINGS[1])),
            float(min(max(SCALE * phi, LEAST_RD), NEWCOMER)),
            float(sigma),
        )
