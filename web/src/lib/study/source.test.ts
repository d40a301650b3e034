import { describe, expect, it } from 'vitest'
import { sourceOf } from './source'

const HERE = 'https://axedrez.example'

describe('what a chapter is made from', () => {
  it.each([
    [`${HERE}/game/7f6c`, { game: '7f6c' }],
    [` /game/7f6c?ply=3\n`, { game: '7f6c' }],
    [`${HERE}/study/7f6c/ab`, { study: '7f6c' }],
    ['https://elsewhere.example/game/7f6c', { text: 'https://elsewhere.example/game/7f6c' }],
    ['1. e4 e5', { text: '1. e4 e5' }],
    ['', { text: '' }],
  ])('%j', (text, source) => {
    expect(sourceOf(text, HERE)).toEqual(source)
  })
})
