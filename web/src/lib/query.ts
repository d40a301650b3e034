/** The query of an address. */

/** What is given of `values`, without the question mark. */
export const queryOf = (values: object): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()

export const readQuery = (search: string): Record<string, string | undefined> => Object.fromEntries(new URLSearchParams(search))
