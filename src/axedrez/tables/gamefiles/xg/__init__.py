"""Backgammon matches in the binary files of eXtreme Gammon (`.xg`), which are read and not written.

Source: the description of the format by its maker (https://www.extremegammon.com/xgformat.aspx). A file is a header, a
thumbnail and an archive of compressed files; one of these holds the match in records of a fixed size. What the program
has analysed, its rollouts and its comments are passed over.
"""

from axedrez.tables.gamefiles.xg.reading import holds, read, write

__all__ = ["holds", "read", "write"]
