import { expect, test } from 'vitest'
import { isVariantsIni } from './variants'

test.each([
  ['[mine:chess]\nmaxRank = 6\n', true],
  ['\uFEFF# a remark\r\n\r\n; another\r\n  [mine]\r\n', true],
  ['# [not:this]\nextends = "clasico"\n[goal]\nstalemate = "loss"\n', false],
  ['goal = = 1', false],
  ['', false],
])('%j', (text, expected) => {
  expect(isVariantsIni(text)).toBe(expected)
})
