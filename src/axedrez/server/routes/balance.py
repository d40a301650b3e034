"""Balance reports: starting, reading, cancelling."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from axedrez.balance import ReportText, Settings, render
from axedrez.core import Game
from axedrez.engine.levels import FULL, WEAKEST
from axedrez.messages import sentence
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.analysis.balances import Balance, Balances
from axedrez.server.base.errors import Malformed, NotFound, language
from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.base.requests import LONG_BODY, JobKey, OptionValues, RulebookId
from axedrez.server.play.fair_play import FairPlay
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.jobs import State
from axedrez.server.work.priced_work import LOAD_MS, work

MAX_GAMES = 500
BALANCES = Quota(Rate(burst=10, a_second=1 / 60), Rate(burst=100, a_second=1 / 10))


class SheetChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rulebook with options, or a sheet as data; not both."""

    rulebook: RulebookId | None = None
    options: OptionValues = {}
    sheet: dict[str, Any] | None = None


class AskBalance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report about one sheet, or a comparison of two."""

    sheets: Annotated[list[SheetChoice], msgspec.Meta(min_length=1, max_length=2)]
    game_count: Annotated[int, msgspec.Meta(ge=1, le=MAX_GAMES)] = 100
    level: Annotated[int, msgspec.Meta(ge=WEAKEST, le=FULL)] = Settings().level
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)] = 0


class BalanceView(msgspec.Struct, frozen=True):
    """The progress of a report: `done` of `total` games; `report` once it is done, or cancelled after some games."""

    id: str
    state: State
    done: int
    total: int
    error: str | None
    report: ReportText | None


@post(
    "/api/balance",
    request_max_body_size=LONG_BODY,
    status_code=200,
    responses=UNKNOWN,
    summary="Ask for a balance report",
)
async def ask_balance(
    data: JSONBody[AskBalance],
    balances: NamedDependency[Balances],
    rulebooks: NamedDependency[RulebookStore],
    fair_play: NamedDependency[FairPlay],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
    request: Request[Any, Any, Any],
) -> BalanceView:
    """Begin a report; repeating the request returns the same one.

    Refused if the start is a position of a running game between others: the report would show the best first moves.
    """
    games = [await _game(rulebooks, choice) for choice in data.sheets]
    for game, choice in zip(games, data.sheets, strict=True):
        if choice.options or choice.rulebook not in rulebooks.shipped():
            await fair_play.check(game.start().text())
    settings = Settings(games=data.game_count, level=data.level, seed=data.seed)
    report = balances.known(games, settings, requester)
    if report is None:
        rate_limiter.share("balance", requester, BALANCES)
        report = balances.start(games, [rulebooks.freeze(game) for game in games], settings, requester)
    return await _view(report, language(request))


@get("/api/balance/{key:str}", responses=UNKNOWN, summary="A balance report")
async def read_balance(
    key: FromPath[JobKey], balances: NamedDependency[Balances], request: Request[Any, Any, Any]
) -> BalanceView:
    """The progress of a report, and the report."""
    return await _view(_known(balances, key), language(request))


@delete("/api/balance/{key:str}", status_code=200, responses=UNKNOWN, summary="Cancel a balance report")
async def cancel_balance(
    key: FromPath[JobKey],
    balances: NamedDependency[Balances],
    requester: NamedDependency[Requester],
    request: Request[Any, Any, Any],
) -> BalanceView:
    """Cancel one's own report; it then covers the games that were finished."""
    balance = _known(balances, key)
    balances.give_up(balance, requester)
    return await _view(balance, language(request))


async def _game(rulebooks: RulebookStore, choice: SheetChoice) -> Game:
    if (choice.rulebook is None) == (choice.sheet is None) or (choice.sheet is not None and choice.options):
        raise Malformed("sheets")
    if choice.rulebook is not None:
        return await rulebooks.load(choice.rulebook, choice.options)
    return await rulebooks.build(choice.sheet or {})


def _known(balances: Balances, key: str) -> Balance:
    found = balances.find(key)
    if found is None:
        raise NotFound("balance_gone")
    return found


async def _view(balance: Balance, lang: str) -> BalanceView:
    report = await work(LOAD_MS, render, balance.reports, lang) if balance.reports else None
    return BalanceView(
        id=balance.key,
        state=balance.state,
        done=balance.done,
        total=balance.total,
        error=None if balance.error is None else sentence(balance.error, lang),
        report=report,
    )


HANDLERS = [ask_balance, read_balance, cancel_balance]
