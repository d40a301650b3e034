"""The services behind the routes: opened and started with the application, closed with it."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import NamedTuple

from litestar.datastructures import State

from axedrez.core import Game
from axedrez.engine.player import ComputerPlayer
from axedrez.library import family_of
from axedrez.preparation import Preparation
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Authenticator
from axedrez.server.access.loop_watch import LoopWatch
from axedrez.server.access.profiles import Profiles
from axedrez.server.access.rate_limits import RateLimiter
from axedrez.server.access.requesters import RequestIds
from axedrez.server.access.sessions import Sessions
from axedrez.server.access.throttle import Rates, Throttle
from axedrez.server.analysis.analyses import Analyses
from axedrez.server.analysis.balances import Balances
from axedrez.server.analysis.evaluations import Evaluations
from axedrez.server.analysis.explorer import Explorer
from axedrez.server.analysis.own_exercises import OwnSearches
from axedrez.server.analysis.own_exercises import Sources as OwnSources
from axedrez.server.analysis.rollouts import Rollouts
from axedrez.server.analysis.studies import Studies
from axedrez.server.app.retention import Retention
from axedrez.server.base.database import opened_store
from axedrez.server.base.errors import Preparing
from axedrez.server.base.latency import Latency
from axedrez.server.base.monitoring import Health
from axedrez.server.community.classes import Classes
from axedrez.server.community.clubs import Clubs
from axedrez.server.community.lobby import Lobby
from axedrez.server.community.personal_feed import Streams, publish_game, publish_invitation
from axedrez.server.notices import NoticeOptions, Notifier, PushKeys
from axedrez.server.notices.notifier import Sources
from axedrez.server.notices.rounds import own_pairing
from axedrez.server.play.chat import Chat
from axedrez.server.play.commands import Commands
from axedrez.server.play.computers import Computers
from axedrez.server.play.deadlines import Deadlines
from axedrez.server.play.engines import Engines
from axedrez.server.play.fair_play import FairPlay
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import now_ms
from axedrez.server.play.overview import Overview
from axedrez.server.play.presence import Presence
from axedrez.server.play.social_feed import PresenceChanged, publish
from axedrez.server.play.subscriptions import Subscriptions
from axedrez.server.pubsub import open_pubsub
from axedrez.server.routes import dice as dice_routes
from axedrez.server.routes import files as file_routes
from axedrez.server.routes import lobby as lobby_routes
from axedrez.server.routes import people as people_routes
from axedrez.server.rulebooks.manual_book import ManualBook
from axedrez.server.rulebooks.store import RulebookSource, RulebookStore
from axedrez.server.tournaments.director import Director
from axedrez.server.tournaments.ratings import Ratings
from axedrez.server.tournaments.service import Tournaments
from axedrez.server.work.fair_queue import processors
from axedrez.server.work.priced_work import PricedWork
from axedrez.storage import (
    AnalysisStore,
    Channels,
    ChatStore,
    ClassStore,
    ClubStore,
    ExerciseStore,
    ExplorerStore,
    NoticeStore,
    People,
    PresenceStore,
    ProfileStore,
    RatingStore,
    StandingStore,
    StudyStore,
    TournamentStore,
)
from axedrez.storage.retention import RetentionStore, times
from axedrez.uci.engines import Engine
from axedrez.warm import stage_of, warm_rules

log = logging.getLogger("axedrez.server")


class ServiceOptions(NamedTuple):
    """What the services are made with; see `create_app`."""

    database_url: str
    rulebooks: RulebookSource | None
    player: Callable[[], ComputerPlayer] | None
    channels_url: str | None
    is_classroom: bool
    rates: Rates | None
    engines: Mapping[str, Engine]
    preparation: Preparation | None
    notices: NoticeOptions


@asynccontextmanager
async def services(state: State, options: ServiceOptions) -> AsyncIterator[None]:
    """Put every service into `state` under its name, for the time of the block.

    Raises AxedrezError if the database cannot be opened or Redis does not answer.
    """
    store = await opened_store(options.database_url)
    state.rulebooks = known = RulebookStore(store, options.rulebooks, partial(_is_ready, options.preparation))
    state.games = games = Games(store, known)
    await games.outages.start()
    watch = LoopWatch()
    watch.start()
    state.pubsub = pubsub = open_pubsub(options.channels_url)
    await pubsub.start()
    state.health = Health(store, _monotonic_ms)
    state.subscriptions = subscriptions = Subscriptions(games, pubsub)
    subscriptions.start()
    state.book = ManualBook(known)
    state.warm = warming = asyncio.create_task(asyncio.to_thread(_warm_up, known, options.preparation))
    people = People(store.engine)
    state.request_ids = RequestIds(await people.secret("ids"))
    state.authenticator = Authenticator(people, await people.secret("guests"), now_ms)
    state.sessions = sessions = Sessions(state.authenticator, pubsub)
    sessions.start()
    state.accounts = accounts = Accounts(people, now_ms)
    state.profiles = Profiles(accounts, ProfileStore(store.engine), StandingStore(store.engine), now_ms)
    state.lobby = lobby = Lobby(games, known, accounts, now_ms)
    pubsub.subscribe(lobby_routes.TOPIC, lambda _: lobby.changed())  # before any socket hears of it
    lobby.listeners += [partial(lobby_routes.publish, pubsub), partial(publish_invitation, pubsub)]
    games.listeners.append(partial(publish_game, pubsub))
    state.streams = Streams()
    state.chat_store = chat_store = ChatStore(store.engine, store.writer)
    presence_store = PresenceStore(store.engine, store.writer)
    state.rate_limiter = rate_limiter = RateLimiter(now_ms)
    state.throttle = Throttle(rate_limiter, options.rates)
    state.priced_work = priced_work = PricedWork(rate_limiter, options.rates and options.rates.work)
    state.latency = Latency(_monotonic_ms)
    state.presence = presence = Presence(
        presence_store,
        lambda game: publish(pubsub, game, PresenceChanged()),
        now_ms,
        outage_until=lambda: games.outages.outage_until,
    )
    class_store = ClassStore(store.engine, store.writer)
    state.chat = Chat(
        chat_store,
        accounts,
        lambda frame: publish(pubsub, frame.line.game, frame),
        now_ms,
        off=options.is_classroom,
        is_silent=class_store.silent,
    )
    await presence.start()
    state.studies = Studies(StudyStore(store.engine, store.writer), known, pubsub, now_ms)
    tournament_store = TournamentStore(store.engine, store.writer)
    club_store = ClubStore(store.engine, store.writer)
    state.tournaments = tournaments = Tournaments(
        tournament_store, club_store, known, accounts, presence_store, pubsub, now_ms
    )
    state.clubs = Clubs(club_store, accounts, tournaments, now_ms)
    pubsub.subscribe(people_routes.GONE, partial(people_routes.gone, games, tournaments))
    director = Director(tournaments, games, known)
    director.start()
    state.overview = Overview(games, presence_store, now_ms)
    state.file_turns = file_routes.file_turns()
    state.all_dice = dice_routes.kept(store, now_ms)
    state.fair_play = fair_play = FairPlay(store, now_ms)
    state.engines = outside = Engines(options.engines)
    state.computers = computers = Computers(games, options.player or _players, warming, turns := processors(), outside)
    state.commands = Commands(games, presence, state.latency, computers)
    deadlines = Deadlines(games, computers.attend)
    deadlines.start()
    state.balances = balances = Balances(missed=options.rates is not None)
    kept = AnalysisStore(store.engine, store.writer)
    state.analyses = analyses = Analyses(kept, missed=options.rates is not None)
    state.evaluations = Evaluations(turns, outside)
    state.exercise_store = exercise_store = ExerciseStore(store.engine, store.writer)
    own = OwnSources(store, exercise_store, fair_play)
    state.own_searches = own_searches = OwnSearches(own, missed=options.rates is not None)
    state.classes = Classes(
        class_store, games, known, accounts, await people.secret("codes"), now_ms, first=options.is_classroom
    )
    state.rollouts = rollouts = Rollouts(missed=options.rates is not None)
    keys = PushKeys(await people.secret("push")) if options.notices.pushes else None
    noted = NoticeStore(store.engine, store.writer)
    pairing = partial(own_pairing, tournaments)
    sources = Sources(noted, Channels(store.engine), presence_store, people, pairing)
    state.notifier = notifier = Notifier(sources, options.notices, keys, now_ms)
    notifier.start()
    state.explorer = explorer = Explorer(store, ExplorerStore(store.engine, store.writer), known, now_ms)
    explorer.start()
    state.ratings = ratings = Ratings(RatingStore(store.engine, store.writer), now_ms)
    ratings.start()
    retention = Retention(RetentionStore(store.engine, store.writer, times(os.environ)), now_ms)
    retention.start()
    balances.start_sweeping()
    analyses.start_sweeping()
    rollouts.start_sweeping()
    own_searches.start_sweeping()
    try:
        yield
    finally:
        if options.preparation is not None:
            options.preparation.close()
        jobs = (balances, analyses, rollouts, own_searches)
        for service in (
            *jobs,
            retention,
            ratings,
            explorer,
            notifier,
            director,
            tournaments,
            deadlines,
            computers,
            outside,
            subscriptions,
            sessions,
            presence,
            pubsub,
        ):
            await service.close()
        priced_work.close()
        await watch.close()
        await games.outages.close()
        await store.close()


def _is_ready(preparation: Preparation | None, game: Game) -> bool:
    # The chess kernels run interpreted until they are compiled.
    return preparation is None or family_of(game).is_interpretable or preparation.is_done(stage_of(game))


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _players() -> ComputerPlayer:
    from axedrez import players

    return players


def _warm_up(rulebooks: RulebookStore, preparation: Preparation | None) -> None:
    """Compile the kernels, or load them from their cache. Failures are logged, and show again where one is used."""
    if preparation is not None:
        preparation.start()
    for rulebook in rulebooks.source.ids():
        try:
            warm_rules([rulebooks.load_shipped(rulebook)])
        except Preparing:
            continue
        except Exception:
            log.exception("warming up failed")
