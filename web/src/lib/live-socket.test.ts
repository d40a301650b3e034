// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from '../testing/fake-socket'
import { LiveSocket } from './live-socket'

const beat = { type: 'heartbeat' }
let line: LiveSocket<unknown>
let connection: ReturnType<typeof vi.fn<(live: boolean) => void>>

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
  connection = vi.fn()
  line = new LiveSocket(() => 'ws://here', { hear: vi.fn(), connection })
  FakeSocket.all[0]?.say(beat)
})

afterEach(() => {
  line.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a line that goes silent is told before it is given up', () => {
  vi.advanceTimersByTime(6_900)
  expect(connection).toHaveBeenLastCalledWith(true)
  vi.advanceTimersByTime(200)
  expect(connection).toHaveBeenLastCalledWith(false)
  expect(FakeSocket.all).toHaveLength(1)
  vi.advanceTimersByTime(6_000)
  expect(FakeSocket.all[0]?.close).toHaveBeenCalled()
  expect(FakeSocket.all).toHaveLength(2)
})

test('a late word makes the line good again', () => {
  vi.advanceTimersByTime(8_000)
  FakeSocket.all[0]?.say(beat)
  expect(connection).toHaveBeenLastCalledWith(true)
  vi.advanceTimersByTime(6_000)
  expect(FakeSocket.all).toHaveLength(1)
})

test('what the browser knows of the network is believed at once', () => {
  dispatchEvent(new Event('offline'))
  expect(connection).toHaveBeenLastCalledWith(false)
  dispatchEvent(new Event('online'))
  expect(FakeSocket.all).toHaveLength(2)
  FakeSocket.all[1]?.say(beat)
  expect(connection).toHaveBeenLastCalledWith(true)
})

test('a line that was closed hears no more of the network', () => {
  line.close()
  dispatchEvent(new Event('offline'))
  dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(20_000)
  expect(FakeSocket.all).toHaveLength(1)
})
