// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from './api/client'
import { Resource } from './resource.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A resource on a screen that can be left. */
function shown<T>(fetch: () => Promise<T>): { resource: Resource<T>; leave: () => void } {
  let resource: Resource<T> | undefined
  const leave = $effect.root(() => {
    resource = new Resource(fetch)
  })
  if (!resource) throw new Error('made at once')
  return { resource, leave }
}

const soon = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)
const later = (): Promise<unknown> => vi.advanceTimersByTimeAsync(2000)

test('what is not ready yet is asked for again until it is there, and the sentence stays until then', async () => {
  const fetch = vi.fn<() => Promise<string>>()
  fetch.mockRejectedValueOnce(new NetworkError('unavailable', 'Se está preparando.'))
  fetch.mockRejectedValueOnce(new NetworkError('no answer'))
  fetch.mockResolvedValue('here')
  const { resource, leave } = shown(fetch)
  await soon()
  expect(resource.failure).toBe('Se está preparando.')
  await later()
  expect(fetch).toHaveBeenCalledTimes(2)
  expect(resource.failure).not.toBeNull()
  await later()
  expect(resource.data).toBe('here')
  expect(resource.failure).toBeNull()
  await later()
  expect(fetch).toHaveBeenCalledTimes(3)
  leave()
})

test('a refusal is not asked again', async () => {
  const fetch = vi.fn(() => Promise.reject(new ApiError(404, { error: 'missing', message: 'No existe.', details: {} } as never, null)))
  const { resource, leave } = shown(fetch)
  await later()
  expect(resource.failure).toBe('No existe.')
  expect(fetch).toHaveBeenCalledOnce()
  leave()
})

test('too many requests: it asks again when the server said', async () => {
  const refusal = { reason: 'too_much', message: 'Demasiado.', clause: null, places: [] }
  const fetch = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new ApiError(429, refusal, null, 30)).mockResolvedValue('here')
  const { resource, leave } = shown(fetch)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(resource.failure).toBe('Demasiado.')
  expect(fetch).toHaveBeenCalledOnce()
  await later()
  expect(resource.data).toBe('here')
  leave()
})

test('nothing is asked any more once the screen is left', async () => {
  const fetch = vi.fn(() => Promise.reject(new NetworkError('no answer')))
  const { leave } = shown(fetch)
  await soon()
  leave()
  await later()
  expect(fetch).toHaveBeenCalledOnce()
})

test('the answer to an earlier question does not take the place of a later one', async () => {
  let answer: (text: string) => void = () => undefined
  const { resource, leave } = shown(() => new Promise<string>((resolve) => (answer = resolve)))
  await resource.load(() => Promise.resolve('later'))
  answer('earlier')
  await soon()
  expect(resource.data).toBe('later')
  leave()
})
