"""Where the chapters of studies come from: rulebooks, files, games and studies of this server."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple
from uuid import UUID

import msgspec

from axedrez.core.game_record import FileFault, TreeGame
from axedrez.core.sides import SideWord
from axedrez.server.access.authentication import Identity, person_of
from axedrez.server.access.requesters import Requester
from axedrez.server.analysis.analyses import Analyses
from axedrez.server.analysis.game_reports import analysis_of, game_tree
from axedrez.server.analysis.studies import LiveStudy, Studies
from axedrez.server.base import user_text
from axedrez.server.base.errors import Malformed
from axedrez.server.base.requests import OptionValues, PositionText, RulebookId
from axedrez.server.play.games import Games
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import KIB_MS, LOOK_MS, PLY_MS, work
from axedrez.studies import Chapter
from axedrez.studies import files as study_files
from axedrez.studies.edits import AddChapter

FileText = Annotated[str, msgspec.Meta(min_length=1, max_length=900_000)]
FileBytes = Annotated[bytes, msgspec.Meta(min_length=1, max_length=700_000)]


class NewChapters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """New chapters, from one source.

    It is a `rulebook` with `options` and perhaps a `position`, the `text` of a file, a `file` that is no text (base64),
    a `game` here, or a `study` here.
    """

    title: Annotated[str, msgspec.Meta(max_length=100)] = ""
    rulebook: RulebookId | None = None
    options: OptionValues = {}
    position: PositionText | None = None
    text: FileText | None = None
    file: FileBytes | None = None
    game: UUID | None = None
    study: UUID | None = None
    near: SideWord = "white"


class Sources(NamedTuple):
    """Where chapters may come from, for whom, and the language of what is said in them."""

    studies: Studies
    games: Games
    analyses: Analyses
    rulebooks: RulebookStore
    requester: Requester
    lang: str


class FoundChapters(msgspec.Struct, frozen=True):
    """Chapters, and what was wrong with their source."""

    chapters: list[AddChapter]
    faults: list[FileFault]


async def found_chapters(wanted: NewChapters, sources: Sources, me: Identity | None) -> FoundChapters:
    """The chapters that somebody asks for. Raises `NotFound`, or AxedrezError for a text without a game."""
    studies, games, analyses, rulebooks, requester, lang = sources
    title = user_text.line(wanted.title)
    named = [wanted.rulebook, wanted.text, wanted.file, wanted.game, wanted.study]
    if sum(each is not None for each in named) != 1:
        raise Malformed("chapters")
    if wanted.rulebook is not None:
        game = await rulebooks.load(wanted.rulebook, wanted.options)
        tree = await work(LOOK_MS, study_files.empty, game, wanted.position)
        made = study_files.chapter(
            tree, title or game.sheet.names.es, rulebook=wanted.rulebook, options=dict(wanted.options), near=wanted.near
        )
        return FoundChapters([made], [])
    if wanted.study is not None:
        header = await studies.header(wanted.study)
        await studies.role(header, me)
        async with studies.held(header) as live:
            return await work(PLY_MS * live.size, _copied, live)
    if wanted.game is not None:
        game_live = await games.get_for(wanted.game, person_of(me))
        job = await analysis_of(game_live, games, analyses, requester)
        tree = await game_tree(game_live, games, rulebooks, job, lang)
        players = {"White": game_live.record.players.white.name, "Black": game_live.record.players.black.name}
        tree = tree._replace(headers={**{name: said for name, said in players.items() if said}, **tree.headers})
        rulebook, options = game_live.header.rulebook, game_live.header.options
        made = study_files.chapter(tree, title, rulebook=rulebook, options=options or {}, near=wanted.near)
        return FoundChapters([made], [])
    file = wanted.file or wanted.text or ""
    return await work(KIB_MS * len(file) / 1024, _read, file, title, rulebooks.finder())


def _read(file: str | bytes, title: str, find: Any) -> FoundChapters:
    found = FoundChapters([], [])
    for item in study_files.read(file, find):
        if isinstance(item, FileFault):
            found.faults.append(item)
        else:
            found.faults.extend(item.passed)
            found.chapters.append(study_files.chapter(item, title))
    if not found.chapters:
        raise found.faults[0].error
    return found


def _copied(live: LiveStudy) -> FoundChapters:
    def copy(chapter: Chapter) -> AddChapter:
        added = chapter.added
        tree = TreeGame(chapter.tree, chapter.headers, chapter.result)
        return study_files.chapter(
            tree, chapter.title, rulebook=added.rulebook, options=added.options, near=chapter.near
        )

    return FoundChapters([copy(chapter) for chapter in live.study.shown], [])
