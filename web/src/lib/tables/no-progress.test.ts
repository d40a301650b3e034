import { describe, expect, it } from 'vitest'
import { turnsLeft } from './no-progress'

describe('the turns before a draw without progress', () => {
  it('are told when twenty are left, and not before', () => {
    expect(turnsLeft({ turns: 79, most: 100 })).toBeNull()
    expect(turnsLeft({ turns: 80, most: 100 })).toBe(20)
    expect(turnsLeft({ turns: 99, most: 100 })).toBe(1)
  })
  it('are not told where nothing is counted, nor before the count has begun', () => {
    expect(turnsLeft(null)).toBeNull()
    expect(turnsLeft({ turns: 0, most: 4 })).toBeNull()
    expect(turnsLeft({ turns: 1, most: 4 })).toBe(3)
  })
})
