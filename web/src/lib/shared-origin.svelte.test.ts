// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

const NETWORK = ['http://192.0.2.7:8000', 'http://198.51.100.7:8000']

/** The module as a page at `hostname` loads it, from a server that knows these addresses, or does not answer. */
async function opened(hostname: string, addresses: string[] | null) {
  vi.resetModules()
  const health = vi.fn(() => (addresses === null ? Promise.reject(new Error('no answer')) : Promise.resolve({ addresses })))
  vi.doMock('./health', () => ({ health }))
  vi.stubGlobal('location', { hostname, origin: `http://${hostname}:8000` })
  const { shared } = await import('./shared-origin.svelte')
  return { shared, health }
}

beforeEach(() => {
  vi.unstubAllGlobals()
})

test('links for others begin with an address that they reach', async () => {
  const { shared, health } = await opened('127.0.0.1', NETWORK)
  expect(shared.value).toBe('http://127.0.0.1:8000')
  await vi.waitFor(() => { expect(shared.value).toBe(NETWORK[0]) })
  shared.chosen = NETWORK[1] ?? null
  expect(shared.value).toBe(NETWORK[1])
  expect(health).toHaveBeenCalledOnce()
})

test.each([
  ['localhost', []],
  ['localhost', null],
])('a server for this machine alone has no other address', async (hostname, addresses) => {
  const { shared, health } = await opened(hostname, addresses)
  expect(shared.value).toBe('http://localhost:8000')
  await vi.waitFor(() => { expect(health).toHaveBeenCalled() })
  expect(shared.value).toBe('http://localhost:8000')
  expect(shared.isLocal).toBe(true)
})

test('a page that was opened by its address asks for nothing', async () => {
  const { shared, health } = await opened('axedrez.example', NETWORK)
  expect(shared.value).toBe('http://axedrez.example:8000')
  expect(shared.isLocal).toBe(false)
  expect(health).not.toHaveBeenCalled()
})
