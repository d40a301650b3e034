// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '../api/client'
import { FakeSocket } from '../../testing/fake-socket'
import { studies } from './calls'
import { StudySession } from './session.svelte'
import type { Written } from './types'

/** What the server says over the socket. */
const tell = (message: object): void => FakeSocket.all.at(-1)?.say(message)

const move = (token: string): Written => ({ by: 'white', move: token, san: { es: token, en: token }, origin: '', target: '', position: token })
const node = { id: 'n', parent: null, ...move('e4'), remarks: {} }
let session: StudySession

async function opened(role: 'owner' | 'reader'): Promise<void> {
  vi.spyOn(studies, 'study').mockResolvedValue({ id: 's', title: 'E', role, seq: 0, chapters: [{ id: 'a' }], writers: [] } as never)
  vi.spyOn(studies, 'chapter').mockResolvedValue({ id: 'a', seq: 0, headers: {}, start: 'p', root: {}, nodes: [node] } as never)
  vi.spyOn(studies, 'edit').mockResolvedValue({ seq: 1, events: [] })
  session = new StudySession('s')
  await session.open(null)
}

/** Plays a move after the first one, and goes there. */
function play(token: string): string | null {
  const end = session.tree?.play([move(token)], 'n') ?? null
  session.tree?.go(end)
  return end
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
})
afterEach(() => {
  session.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('what a writer plays is shown, and the study has it', async () => {
  await opened('owner')
  expect(session.shown).toBeNull()
  session.tree?.go('n')
  expect(session.shown).toBe('n')
  play('e5')
  expect(session.shown).toBe(session.tree?.current)
})

test('what a reader tries is not in the study: it is shown as far as it is', async () => {
  await opened('reader')
  expect(play('e5')).not.toBeNull()
  expect(session.shown).toBe('n')
  expect(studies.pictureAddress('s', 'a', session.shown)).toBe('/api/studies/s/files/svg?chapter=a&node=n')
  expect(studies.pictureAddress('s', 'a', null)).toBe('/api/studies/s/files/svg?chapter=a')
})

test('a title goes alone, with what its writer saw; where somebody else was faster, that is told and shown', async () => {
  await opened('owner')
  play('e5')
  session.act({ type: 'rename_study', title: 'F' })
  session.act({ type: 'rename_study', title: 'G' })
  session.setHeader('White', 'Ana', 'Eva')
  play('d5')
  expect(session.study?.title).toBe('G')
  const sent = vi.spyOn(studies, 'edit').mockImplementation((_study, _id, [edit]) =>
    edit?.type === 'header' ? Promise.reject(new ApiError(422, { reason: 'study_meanwhile', message: 'Now “Eva II”.' } as never, null)) : Promise.resolve({ seq: 1, events: [] }),
  )
  vi.spyOn(studies, 'study').mockResolvedValue({ id: 's', title: 'H', role: 'owner', seq: 0, chapters: [{ id: 'a' }], writers: [] } as never)
  await vi.advanceTimersByTimeAsync(1000)
  const edits = sent.mock.calls.map(([, , each]) => each)
  expect(edits.map((each) => each.map(({ type }) => type))).toEqual([['add'], ['rename_study'], ['rename_study'], ['header'], ['add']])
  expect(edits.slice(1, 4).map(([each]) => each)).toMatchObject([{ base: 'E' }, { base: 'F' }, { base: 'Eva' }])
  expect(session.study?.title).toBe('H')
  expect(session.saved).toBe(true)
})

test('a server that cannot be reached is asked again, and what is on the page stays; a refusal ends it', async () => {
  await opened('owner')
  const study = { id: 's', title: 'F', role: 'owner', seq: 1, chapters: [{ id: 'a' }], writers: [] }
  const asked = vi.spyOn(studies, 'study').mockRejectedValueOnce(new NetworkError('no answer')).mockResolvedValue(study as never)
  const read = vi.spyOn(studies, 'chapter').mockRejectedValueOnce(new NetworkError('no answer'))
  read.mockClear()
  tell({ type: 'edits', events: [{ seq: 1, edit: { type: 'rename_study', title: 'F' }, nodes: [] }] })
  await vi.advanceTimersByTimeAsync(100)
  expect([session.study?.title, session.failure, session.tree?.size]).toEqual(['E', null, 1])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([session.study?.title, session.failure, session.tree?.size]).toEqual(['F', null, 1])
  expect(read).toHaveBeenCalledTimes(2)
  asked.mockRejectedValue(new ApiError(404, { reason: 'study', message: 'No such study.' } as never, null))
  await session.refresh()
  expect(session.failure).toBe('No such study.')
})

const unreached = (): NetworkError => new NetworkError('no answer')
const chapters = (...ids: string[]) => ({ id: 's', title: 'E', role: 'owner', seq: 1, chapters: ids.map((id) => ({ id })), writers: [] }) as never
const chapter = (id: string) => ({ id, seq: 1, headers: {}, start: 'p', root: {}, nodes: [node] }) as never

test.each(['study', 'chapter'] as const)('a chapter that somebody else removed gives way to another, also with the network cut (%s)', async (cut) => {
  await opened('owner')
  vi.spyOn(studies, 'study').mockResolvedValue(chapters('b'))
  vi.spyOn(studies, 'chapter').mockImplementation((_, id) => Promise.resolve(chapter(id)))
  // The study is read anew first, and once more to open another chapter: then there is no answer.
  if (cut === 'study') vi.spyOn(studies, 'study').mockResolvedValueOnce(chapters('b')).mockRejectedValueOnce(unreached())
  else vi.spyOn(studies, 'chapter').mockRejectedValueOnce(unreached())
  tell({ type: 'edits', events: [{ seq: 1, edit: { type: 'remove_chapter', chapter: 'a' }, nodes: [] }] })
  await vi.advanceTimersByTimeAsync(100)
  expect([session.chapter?.id, session.failure]).toEqual(['a', null])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([session.chapter?.id, session.failure]).toEqual(['b', null])
})

test('who opens a study while the server is away is told so, and sees it once it answers', async () => {
  await opened('owner')
  session.close()
  session = new StudySession('s')
  vi.spyOn(studies, 'chapter').mockRejectedValueOnce(unreached()).mockResolvedValue(chapter('a'))
  const opening = session.open('a')
  await vi.advanceTimersByTimeAsync(100)
  expect([session.chapter, session.failure === null]).toEqual([null, false])
  await vi.advanceTimersByTimeAsync(10_000)
  await opening
  expect([session.chapter?.id, session.failure]).toEqual(['a', null])
})

test('of chapters opened while the server is away the last one is shown; a closed session asks no more', async () => {
  await opened('owner')
  const asked = vi.spyOn(studies, 'study').mockRejectedValue(unreached())
  const read = vi.spyOn(studies, 'chapter').mockImplementation((_, id) => Promise.resolve(chapter(id)))
  const both = Promise.all([session.open('b'), session.open('c')])
  await vi.advanceTimersByTimeAsync(100)
  asked.mockResolvedValue(chapters('a', 'b', 'c'))
  read.mockClear()
  await vi.advanceTimersByTimeAsync(10_000)
  await both
  expect(read.mock.calls.map(([, id]) => id)).toEqual(['c'])
  asked.mockRejectedValue(unreached())
  void session.open('a')
  await vi.advanceTimersByTimeAsync(100)
  session.close()
  asked.mockClear()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).not.toHaveBeenCalled()
})

test('an edit is sent until the server has it, the same command each time, even when the session has been closed', async () => {
  await opened('owner')
  const sent = vi.spyOn(studies, 'edit').mockRejectedValue(unreached())
  play('e5')
  await vi.advanceTimersByTimeAsync(2000)
  expect([session.live, session.saved]).toEqual([false, false])
  session.close()
  sent.mockResolvedValue({ seq: 1, events: [] })
  await vi.advanceTimersByTimeAsync(2000)
  expect(session.saved).toBe(true)
  expect(sent.mock.calls.length).toBeGreaterThan(2)
  expect(new Set(sent.mock.calls.map(([, command]) => command)).size).toBe(1)
  const count = sent.mock.calls.length
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveBeenCalledTimes(count)
})
