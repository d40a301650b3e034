// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { NetworkError } from '../api/client'
import { Exchange } from './exchange.svelte'
import type { EntrantView, PairingView } from './types'

const entrant = (number: number) => ({ number, name: `P${String(number)}` }) as EntrantView
const pairings = [
  { white: entrant(1), black: entrant(2) },
  { white: entrant(3), black: entrant(4) },
] as PairingView[]

test('a player that is picked twice is put back', () => {
  const exchange = new Exchange({ command: vi.fn() })
  exchange.pick(entrant(1))
  expect(exchange.picked).toBeNull()
  exchange.toggle()
  exchange.pick(entrant(1))
  exchange.pick(entrant(4))
  exchange.pick(entrant(1))
  expect([exchange.has(entrant(1)), exchange.has(entrant(4))]).toEqual([false, true])
})

test('two players change their places, and the others keep theirs', async () => {
  const command = vi.fn().mockResolvedValue(undefined)
  const exchange = new Exchange({ command })
  exchange.begin()
  exchange.make(pairings, entrant(1), entrant(4), 'both are of one club')
  await vi.waitFor(() => { expect(exchange.picked).toBeNull() })
  expect(command.mock.calls).toEqual([[{ type: 're_pair', pairs: [[4, 2], [3, 1]], reason: 'both are of one club' }]])
})

test('what is refused stays picked, and is told', async () => {
  const exchange = new Exchange({ command: vi.fn().mockRejectedValue(new NetworkError('away')) })
  exchange.toggle()
  exchange.pick(entrant(1))
  exchange.make(pairings, entrant(1), entrant(4), '')
  await vi.waitFor(() => { expect(exchange.task.busy).toBe(false) })
  expect([exchange.has(entrant(1)), exchange.task.failure]).toEqual([true, expect.any(String)])
})
