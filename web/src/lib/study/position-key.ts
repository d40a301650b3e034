/** When two positions of a tree are the same. */

/**
 * A position text without what only counts: the numbers of moves at the end of a text of squares, the turns without
 * progress at the end of one of points.
 */
export function positionKey(text: string): string {
  const fields = text.trim().split(/\s+/)
  // Squares: placement, side, castling, en passant, perhaps checks left, the two counters, perhaps what is named.
  const named = fields.filter((field) => field.includes('='))
  const plain = fields.filter((field) => !field.includes('='))
  const isOfPoints = plain[3] === 'w' || plain[3] === 'b'
  if (isOfPoints) return plain.slice(0, 6).join(' ').replace(/ -$/, '')
  const counters = plain.slice(-2)
  const counted = plain.length > 4 && counters.every((field) => /^\d+$/.test(field))
  return [...(counted ? plain.slice(0, -2) : plain), ...named].join(' ')
}
