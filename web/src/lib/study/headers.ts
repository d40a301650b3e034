/** The facts about the game of a chapter, as PGN names them. */

/** Those that every chapter is asked for, in their order. */
export const ASKED = ['White', 'Black', 'Event', 'Site', 'Date', 'Round', 'Annotator'] as const
export const MAX_NAME = 40
export const MAX_VALUE = 200

type Headers = Readonly<Record<string, string>>

export const isHeaderName = (name: string): boolean => /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(name)

/** Headers with a value; without it where it is "". */
export function withHeader(headers: Headers, name: string, value: string): Record<string, string> {
  const others = Object.entries(headers).filter(([each]) => each !== name)
  return Object.fromEntries(value === '' ? others : [...others, [name, value]])
}

/** The names of what is known besides, in an order that does not change while one writes. */
export const otherNames = (headers: Headers): string[] =>
  Object.keys(headers)
    .filter((name) => !(ASKED as readonly string[]).includes(name))
    .sort()
