/** Files of games, as the page takes them. */

/** What a file picker offers. */
export const GAME_FILES = '.pgn,.mat,.sgf,.xg,.txt,application/x-chess-pgn,text/plain'

/** Whether a file is no text, by its name. */
export const isBinary = (name: string): boolean => /\.xg$/i.test(name)
