// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import type { DicePlayerReport, DiceReport } from '$lib/api/types/analysis'
import { speech } from '$lib/i18n.svelte'
import { render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import DiceTotals from './DiceTotals.svelte'

const player = (side: 'white' | 'black', more: Partial<DicePlayerReport>): DicePlayerReport => ({
  side,
  turns: 5,
  unforced: 4,
  loss: 0.25,
  cube_decisions: 2,
  cube_loss: 0.5,
  all_turns: 10,
  error_rate: 125,
  snowie_rate: 75,
  pr: 62.5,
  rating: 'First steps',
  luck: -0.4,
  grades: [['Best', 1], ['Good', 0], ['Doubtful', 3], ['Bad', 2], ['Very bad', 1]],
  lucks: [],
  cube_mistakes: [['Missed doubles', 1], ['wrong passes', 2]],
  text: '',
  ...more,
})

test('each figure stands in its row, that of White first', () => {
  speech.lang = 'en'
  const players = [player('white', {}), player('black', { pr: null, error_rate: null, snowie_rate: null, loss: 0, cube_loss: 0, unforced: 0, cube_decisions: 0, luck: 0.4 })]
  render(DiceTotals, { report: { players, thresholds: [0.03, 0.06, 0.12], text: '', method: '' } as unknown as DiceReport })
  const rows = screen.getAllByRole('row').map(row => [...row.children].map(cell => cell.textContent))
  expect(rows).toEqual([
    ['', 'White', 'Black'],
    ['PR', '62.5 · First steps', '–'],
    ['Thousandths a decision', '125.0', '–'],
    ['Snowie rate', '75.0', '–'],
    ['Points lost', '0.750', '0.000'],
    ['Decisions', '6', '0'],
    ['Missed doubles', '1', '1'],
    ['wrong passes', '2', '2'],
    ['?! · ? · ??', '3 · 2 · 1', '3 · 2 · 1'],
    ['Luck, in points', '−0.40', '+0.40'],
  ])
})
