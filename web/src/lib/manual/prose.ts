/** Cuts texts of the manual into plain text and marked spans. */

export interface Piece<T> {
  text: string
  /** What the piece is of; null for plain text. */
  of: T | null
}

/** Cuts a text at spans that do not overlap, given from left to right; offsets count signs, as the server does. */
export function cut<T extends { start: number; end: number }>(text: string, spans: T[]): Piece<T>[] {
  const signs = [...text]
  const pieces: Piece<T>[] = []
  let at = 0
  for (const span of spans) {
    pieces.push({ text: signs.slice(at, span.start).join(''), of: null })
    pieces.push({ text: signs.slice(span.start, span.end).join(''), of: span })
    at = span.end
  }
  pieces.push({ text: signs.slice(at).join(''), of: null })
  return pieces.filter((piece) => piece.text !== '')
}
