import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError, request } from './client'

const answering = (status: number, body: string): void => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })))
}

const failure = async (): Promise<unknown> => {
  try {
    return await request('/games')
  } catch (error) {
    return error
  }
}

const refusal = (reason: string, message: string): string => JSON.stringify({ error: { reason, message, clause: null, places: [] } })

afterEach(() => {
  vi.unstubAllGlobals()
})

test('what cannot be done for now is no refusal: whoever retries goes on, whoever shows it says what the server said', async () => {
  answering(503, refusal('database_away', 'The database is away.'))
  const error = await failure()
  expect(error).toBeInstanceOf(NetworkError)
  expect((error as NetworkError).said).toBe('The database is away.')
})

test('a proxy that answers for the server is no server', async () => {
  answering(502, '<html>bad gateway</html>')
  expect(await failure()).toBeInstanceOf(NetworkError)
})

test('an answer that is cut off in its middle is none', async () => {
  const cut = new ReadableStream({
    start(body) {
      body.enqueue(new TextEncoder().encode('{"id":'))
      body.error(new TypeError('terminated'))
    },
  })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(cut)))
  expect(await failure()).toBeInstanceOf(NetworkError)
})

test('a refusal is one', async () => {
  answering(422, refusal('illegal', 'No.'))
  const error = await failure()
  expect(error).toBeInstanceOf(ApiError)
  expect((error as ApiError).message).toBe('No.')
})
