/** A request with a cache by key; failed requests are not cached. */
export function cached<Key, T>(fetch: (key: Key) => Promise<T>): (key: Key) => Promise<T> {
  const answers = new Map<Key, Promise<T>>()
  return (key) => {
    const known = answers.get(key)
    if (known) return known
    const answer = fetch(key).catch((error: unknown) => {
      answers.delete(key)
      throw error
    })
    answers.set(key, answer)
    return answer
  }
}
