// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { ClockSetup, clockPresets, type ClockPreset } from './clock-setup.svelte'

beforeEach(() => {
  localStorage.clear()
})

describe('the presets of the clock', () => {
  test.each<[ClockPreset, unknown]>([
    ['none', null],
    ['1+0', { kind: 'fischer', initial_ms: 60_000, increment_ms: 0 }],
    ['3+2', { kind: 'fischer', initial_ms: 180_000, increment_ms: 2000 }],
    ['5+0', { kind: 'fischer', initial_ms: 300_000, increment_ms: 0 }],
    ['10+5', { kind: 'fischer', initial_ms: 600_000, increment_ms: 5000 }],
    ['15+10', { kind: 'fischer', initial_ms: 900_000, increment_ms: 10_000 }],
    ['day', { kind: 'correspondence', days: 1 }],
  ])('%s', (preset, spec) => {
    const clock = new ClockSetup()
    clock.preset = preset
    expect(clock.spec).toEqual(spec)
    expect(clock.preset).toBe(preset)
  })

  test('begin with none, and are kept', () => {
    const clock = new ClockSetup()
    expect(clock.preset).toBe('none')
    clock.preset = '3+2'
    clock.keep()
    expect(new ClockSetup().preset).toBe('3+2')
  })

  test("leave room for a clock of one's own, which stays one's own while it is changed", () => {
    const clock = new ClockSetup()
    clock.preset = 'own'
    expect(clock.kind).toBe('fischer')
    clock.values.minutes = 3
    clock.values.seconds = 2
    expect(clock.preset).toBe('own')
    clock.kind = 'byoyomi'
    clock.keep()
    expect(new ClockSetup().preset).toBe('own')
    expect(clockPresets.at(-1)).toBe('own')
  })

  test('take back unequal times', () => {
    const clock = new ClockSetup()
    clock.preset = 'own'
    clock.odds = true
    clock.preset = '5+0'
    expect(clock.spec).toEqual({ kind: 'fischer', initial_ms: 300_000, increment_ms: 0 })
  })
})
