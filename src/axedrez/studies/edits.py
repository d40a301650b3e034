"""What is done in a study: each edit is asked for by somebody, and stored as it was carried out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from axedrez.core.game_tree import Remarks
from axedrez.core.outcome import Result
from axedrez.core.patterns import ONE_LINE, whole
from axedrez.core.sides import SideWord
from axedrez.messages import Texts

MAX_COMMENT = 10_000
MAX_NAGS = 20
MAX_SHAPES = 64
MAX_CHAPTERS = 64
MAX_HEADERS = 60

NodeId = Annotated[str, msgspec.Meta(min_length=1, max_length=32, pattern=whole("[0-9A-Za-z_-]+"))]
ParentId = Annotated[str, msgspec.Meta(max_length=32, pattern=whole("[0-9A-Za-z_-]*"))]
"""The id of a node; "" is the root."""
MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=whole(ONE_LINE + "+"))]
Comment = Annotated[str, msgspec.Meta(max_length=MAX_COMMENT)]
Shape = Annotated[str, msgspec.Meta(max_length=24, pattern=whole("[GRYB][a-z0-9:]{1,10}(?:>[a-z0-9:]{1,10})?"))]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=whole(ONE_LINE + "+"))]
HeaderName = Annotated[str, msgspec.Meta(pattern=whole("[A-Za-z][A-Za-z0-9_]{0,39}"))]
HeaderValue = Annotated[str, msgspec.Meta(max_length=200, pattern=whole(ONE_LINE + "*"))]


class _Edit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """A change. It is stored as JSON with its type."""


class _InChapter(_Edit, frozen=True, kw_only=True):
    """A change of one chapter."""

    chapter: NodeId


class AddNode(_InChapter, frozen=True, kw_only=True, tag="add"):
    """A move below `parent`, in any notation; `node` names it, even if it is there already."""

    node: NodeId
    parent: ParentId
    move: MoveText


class RemoveNode(_InChapter, frozen=True, kw_only=True, tag="remove"):
    """A move is no longer shown, nor what follows it."""

    node: NodeId


class RestoreNode(_InChapter, frozen=True, kw_only=True, tag="restore"):
    """A move that was removed is shown again, as it was."""

    node: NodeId


class PromoteNode(_InChapter, frozen=True, kw_only=True, tag="promote"):
    """A move becomes the one numbered `index` among those that could be played instead of it; 0 is the main line."""

    node: NodeId
    index: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0


class SetComment(_InChapter, frozen=True, kw_only=True, tag="comment"):
    """A text about a position. `base`: the text that the writer saw; what others wrote meanwhile is kept."""

    node: ParentId
    field: Literal["comment", "lead"] = "comment"
    base: Comment = ""
    text: Comment


class SetNag(_InChapter, frozen=True, kw_only=True, tag="nag"):
    """A sign of the PGN standard, set or taken away."""

    node: ParentId
    nag: Annotated[int, msgspec.Meta(ge=0, le=255)]
    on: bool


class SetShape(_InChapter, frozen=True, kw_only=True, tag="shape"):
    """A circle or an arrow, drawn or wiped out."""

    node: ParentId
    shape: Shape
    on: bool


TreeEdit = AddNode | RemoveNode | RestoreNode | PromoteNode | SetComment | SetNag | SetShape


class RenameStudy(_Edit, frozen=True, kw_only=True, tag="rename_study"):
    """The title of the study. `base`: the one that the writer saw; None: whatever it is."""

    title: Title
    base: str | None = None


class RenameChapter(_InChapter, frozen=True, kw_only=True, tag="rename_chapter"):
    """The title of a chapter. `base`: the one that the writer saw; None: whatever it is."""

    title: Title
    base: str | None = None


class TurnChapter(_InChapter, frozen=True, kw_only=True, tag="turn_chapter"):
    """The side that sits below the board."""

    near: SideWord


class SetHeader(_InChapter, frozen=True, kw_only=True, tag="header"):
    """A fact about the game of a chapter, such as `White`; "" takes it away.

    `base`: the value that the writer saw; None: whatever it is.
    """

    name: HeaderName
    value: HeaderValue
    base: str | None = None


class RemoveChapter(_InChapter, frozen=True, kw_only=True, tag="remove_chapter"):
    """A chapter is no longer shown."""


class RestoreChapter(_InChapter, frozen=True, kw_only=True, tag="restore_chapter"):
    """A chapter that was removed is shown again."""


class MoveChapter(_InChapter, frozen=True, kw_only=True, tag="move_chapter"):
    """A chapter becomes the one numbered `index`."""

    index: Annotated[int, msgspec.Meta(ge=0, lt=MAX_CHAPTERS)]


ClientEdit = (
    TreeEdit | RenameStudy | RenameChapter | TurnChapter | SetHeader | RemoveChapter | RestoreChapter | MoveChapter
)
"""What people may ask for; chapters come in through `AddChapter`, which the server makes."""


class PackedNode(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """A node as it is stored with its chapter; `parent` is "" for the root, `move` the canonical text."""

    id: str
    parent: str
    move: str
    remarks: Remarks = Remarks()


class AddChapter(_InChapter, frozen=True, kw_only=True, tag="add_chapter"):
    """A new chapter, with all that its file said.

    `sheet` is the resolved rule sheet as JSON; `names` are the rulebook's by language; `start` is a position text.
    `options`: what differs from the rulebook.
    """

    title: str
    rulebook: str
    names: Texts
    sheet: str
    start: str
    options: dict[str, Any] = {}
    near: SideWord = "white"
    headers: dict[str, str] = {}
    result: Result = "*"
    remarks: Remarks = Remarks()
    nodes: list[PackedNode] = []


Edit = ClientEdit | AddChapter
