import { expect, test, vi } from 'vitest'
import { cached } from './cached'

test('an answer is asked for once for each key, also while it is on its way', async () => {
  const fetch = vi.fn((key: string) => Promise.resolve(key.toUpperCase()))
  const read = cached(fetch)
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual(['A', 'A', 'B'])
  expect(await read('a')).toBe('A')
  expect(fetch.mock.calls).toEqual([['a'], ['b']])
})

test('a failure is told and forgotten', async () => {
  const fetch = vi.fn<(key: string) => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('here')
  const read = cached(fetch)
  await expect(read('a')).rejects.toThrow('away')
  expect(await read('a')).toBe('here')
})
