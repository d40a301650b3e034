// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NetworkError } from './api/client'
import { Job } from './job.svelte'

interface View {
  id: string
  state: 'running' | 'done'
  error: null
}

/** A job whose requests are answered by the test. */
class Asked extends Job<View> {
  asked: { what: string; answer: (view: View) => void; fail: (error: Error) => void }[] = []

  constructor() {
    super(100)
  }

  start(what: string): Promise<void> {
    return this.run(() => this.#ask(`start ${what}`))
  }

  protected override read = ({ id }: View): Promise<View> => this.#ask(`read ${id}`)
  protected override stop = ({ id }: View): Promise<View> => this.#ask(`stop ${id}`)
  protected override changed = (): void => undefined

  #ask(what: string): Promise<View> {
    return new Promise((answer, fail) => this.asked.push({ what, answer, fail }))
  }

  get open(): string[] {
    return this.asked.map(({ what }) => what)
  }

  async answer(which: number, view: View | Error): Promise<void> {
    const [request] = this.asked.splice(which, 1)
    if (view instanceof Error) request?.fail(view)
    else request?.answer(view)
    await vi.advanceTimersByTimeAsync(0)
  }
}

const view = (id: string, state: View['state'] = 'running'): View => ({ id, state, error: null })

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('the answer about an earlier job does not take the place of the later one', async () => {
  const job = new Asked()
  void job.start('one')
  await job.answer(0, view('one', 'done'))
  void job.refresh()
  await vi.advanceTimersByTimeAsync(0)
  void job.start('two')
  expect(job.open).toEqual(['read one', 'start two'])
  await job.answer(1, view('two'))
  await job.answer(0, view('one', 'done'))
  expect(job.view).toEqual(view('two'))
  await vi.advanceTimersByTimeAsync(100)
  expect(job.open).toEqual(['read two'])
})

test('what is read again while a job is being started is the one that is started', async () => {
  const job = new Asked()
  void job.start('one')
  await job.answer(0, view('one', 'done'))
  void job.start('two')
  void job.refresh()
  expect(job.open).toEqual(['start two'])
  await job.answer(0, view('two', 'done'))
  expect(job.open).toEqual(['read two'])
})

test('nothing is asked or shown after it was closed', async () => {
  const job = new Asked()
  void job.start('one')
  job.close()
  await job.answer(0, view('one'))
  await vi.advanceTimersByTimeAsync(1000)
  expect([job.view, job.open]).toEqual([null, []])
})

test('a line that is cut for a moment ends nothing', async () => {
  const job = new Asked()
  void job.start('one')
  await job.answer(0, view('one'))
  await vi.advanceTimersByTimeAsync(100)
  await job.answer(0, new NetworkError('cut'))
  expect(job.view).toEqual(view('one'))
  expect(job.failure).not.toBeNull()
  await vi.advanceTimersByTimeAsync(100)
  await job.answer(0, view('one', 'done'))
  expect([job.view, job.failure]).toEqual([view('one', 'done'), null])
})
