/**
 * Tests of what speaks have every language at hand, and each test leaves time, the page and what is kept as they were.
 *
 * Files of tests share what they import (`isolate: false`, three times as fast), the language of the page too: a hook that
 * a library adds when it is first read would hold for the first file alone, so that it is added here, before each file.
 */
import { afterAll, afterEach, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
afterAll(() => {
  vi.restoreAllMocks()
})

if (typeof document !== 'undefined') {
  const [{ loadAll, loadPart, speech }, { cleanup }] = await Promise.all([import('$lib/i18n.svelte'), import('@testing-library/svelte')])
  await Promise.all([loadPart('people'), loadPart('tournament'), loadPart('classes'), loadPart('clubs')])
  await loadAll()
  speech.lang = 'es'
  afterEach(cleanup)
  afterAll(() => {
    localStorage.clear()
  })
}
