// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { loudness, setVolume, settings } from '../settings'
import { play, SOUNDS, strokesOf, type Stroke } from './synthesis'

const endOf = (stroke: Stroke): number => stroke.start + (stroke.kind === 'knock' ? stroke.ring : stroke.seconds)

test.each(SOUNDS)('%s is short, and not too loud', (sound) => {
  for (const chance of [() => 0, () => 0.5, () => 0.999]) {
    const strokes = strokesOf(sound, chance)
    expect(strokes.length).toBeGreaterThan(0)
    expect(Math.max(...strokes.map(endOf))).toBeLessThan(1.5)
    for (const { volume } of strokes) expect(volume).toBeLessThanOrEqual(1)
  }
})

test('no two sounds are the same', () => {
  const all = SOUNDS.map((sound) => JSON.stringify(strokesOf(sound, () => 0.5)))
  expect(new Set(all).size).toBe(SOUNDS.length)
})

/** An audio context that notes how loud everything is. */
function fakeAudio(): { gains: number[]; started: number } {
  const made = { gains: [] as number[], started: 0 }
  const param = () => ({ value: 0, setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() })
  const node = () => ({ connect: vi.fn((next: unknown) => next), frequency: param(), Q: param(), start: () => made.started++, stop: vi.fn() })
  class Context {
    currentTime = 0
    sampleRate = 100
    destination = {}
    resume = () => Promise.resolve()
    createOscillator = node
    createBufferSource = node
    createBiquadFilter = node
    createBuffer = () => ({ getChannelData: () => new Float32Array(30) })
    createGain = () => {
      const gain = { ...param(), set value(loud: number) { made.gains.push(loud) } }
      return { gain, connect: vi.fn() }
    }
  }
  vi.stubGlobal('AudioContext', Context)
  return made
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the volume counts, and nothing sounds at 0', () => {
  const made = fakeAudio()
  play('move', 0)
  expect(made.started).toBe(0)
  play('move', 0.5)
  expect(made.gains).toEqual([0.25])
  expect(made.started).toBe(4)
})

test('silence keeps the volume, and 0 is silence', () => {
  setVolume(40)
  expect(loudness()).toBe(0.4)
  setVolume(0)
  expect(settings.sound.value).toBe(false)
  expect(loudness()).toBe(0)
  settings.sound.value = true
  expect(loudness()).toBe(0.4)
})
