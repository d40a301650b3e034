/** Small values in localStorage; where the browser forbids it they last as long as the page. */

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`axedrez.${key}`, JSON.stringify(value))
  } catch {
    // Private windows may refuse: the choice then lasts as long as the page.
  }
}

export function remembers(key: string): boolean {
  try {
    return localStorage.getItem(`axedrez.${key}`) !== null
  } catch {
    return false
  }
}

/** The kept value if `valid` says that it still makes sense, else `otherwise`. */
export function recall<T>(key: string, otherwise: T, valid: (value: unknown) => value is T): T {
  try {
    const text = localStorage.getItem(`axedrez.${key}`)
    const value: unknown = text === null ? undefined : JSON.parse(text)
    return valid(value) ? value : otherwise
  } catch {
    return otherwise
  }
}

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

export const isWholeWithin =
  (least: number, most: number) =>
  (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most

export const oneOf =
  <T extends string>(...values: T[]) =>
  (value: unknown): value is T =>
    (values as unknown[]).includes(value)
