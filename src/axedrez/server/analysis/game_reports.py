"""The analyses that games of this server have: found by whoever may see the game, and written into its tree."""

from __future__ import annotations

from axedrez import analysts, gamefiles
from axedrez.analysis import Effort
from axedrez.analysis.analyst import PlayedLine
from axedrez.analysis.tree_remarks import annotate_tree
from axedrez.core import AxedrezError
from axedrez.core.game_record import GameRecord, TreeGame
from axedrez.match import transcript
from axedrez.server.access.requesters import Requester
from axedrez.server.analysis.analyses import Analyses, AnalysisJob, AnalysisRequest
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import KIB_MS, PLY_MS, work


async def analysis_of(live: LiveGame, games: Games, analyses: Analyses, requester: Requester) -> AnalysisJob | None:
    """The analysis of a game that is over: under way for who asks, or the latest that was made; None without one."""
    if live.record.outcome is None:
        return None
    log, price_ms = await games.log(live), PLY_MS * len(live.record.moves)
    record = await work(price_ms, transcript, live.record, log, {})
    try:
        asked = await work(price_ms, _asked, record)
    except AxedrezError:  # it cannot be analysed
        return None
    return await analyses.of_game(asked._replace(game=live.header.id), requester)


def _asked(record: GameRecord) -> AnalysisRequest:
    game = record.start.game
    analyst = analysts.analyst_of(game)
    line: PlayedLine = analyst.line(record)
    return AnalysisRequest(analyst, line, analyst.settled(game, Effort()))


async def game_tree(
    live: LiveGame, games: Games, rulebooks: RulebookStore, job: AnalysisJob | None, lang: str
) -> TreeGame:
    """A game as a tree, with all that its file said, and what its analysis says in words of `lang`."""
    notes = await games.store.notes(live.header.id) if live.header.imported else ""
    log = await games.log(live)

    def tree() -> TreeGame:
        record = transcript(live.record, log, {})._replace(notes=notes)
        made = gamefiles.as_tree(record, rulebooks.load_shipped)
        if job is not None:
            annotate_tree(made.tree, job.annotations(lang) or ())
        return made

    return await work(PLY_MS * len(live.record.moves) + KIB_MS * len(notes) / 1024, tree)
