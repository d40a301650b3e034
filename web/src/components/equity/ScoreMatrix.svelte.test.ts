// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import { speech } from '$lib/i18n.svelte'
import { render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import ScoreMatrix from './ScoreMatrix.svelte'

test('rows are what the side to roll lacks, and the score of the match is marked', () => {
  speech.lang = 'en'
  const rows = [
    ['no_double', 'none'],
    ['double_pass', 'double_take'],
  ] as const
  render(ScoreMatrix, { matrix: { money: 'too_good', rows: rows.map((row) => [...row]) }, here: [2, 1] })
  const cells = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
  expect(cells).toEqual([
    ['Lacks', '1', '2'],
    ['1', 'ND', '–'],
    ['2', 'D/P', 'D/T'],
  ])
  expect(screen.getByTitle('Lacks 2, the other 1: D/P').classList.contains('here')).toBe(true)
  expect(screen.getByTitle('Lacks 2, the other 2: D/T').classList.contains('here')).toBe(false)
  expect(screen.getByText(/For money: TG\./)).toBeTruthy()
})
