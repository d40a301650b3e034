"""Studies: trees of moves in chapters, edited by several people at once (docs/studies.md). Pure: it stores nothing."""

from axedrez.studies.edits import Edit, TreeEdit
from axedrez.studies.study import Chapter, Study, StudyEvent

__all__ = ["Chapter", "Edit", "Study", "StudyEvent", "TreeEdit"]
