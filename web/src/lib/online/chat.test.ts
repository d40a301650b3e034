// @vitest-environment happy-dom
import { chatCalls, type ChatLine } from '$lib/api/people'
import { expect, test, vi } from 'vitest'
import { Chat } from './chat.svelte'

const line = (id: string, at: number): ChatLine => ({ id, at, game: 'g', room: 'players', person: 'ana', name: 'Ana', preset: null, text: id })

test('a line that is heard while the earlier ones are on their way stays, after them', async () => {
  let arrive = (): void => undefined
  const earlier = { lines: [line('hello', 1), line('both', 2)], presets: [] }
  vi.spyOn(chatCalls, 'said').mockReturnValue(new Promise((resolve) => { arrive = () => { resolve(earlier) } }))
  const chat = new Chat('g', 'players')
  const loaded = chat.load()
  expect(chat.hear(line('both', 2))).toBe(true)
  expect(chat.hear(line('later', 3))).toBe(true)
  arrive()
  await loaded
  expect(chat.lines.map(({ id }) => id)).toEqual(['hello', 'both', 'later'])
})
