// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import type { Rulebook } from '$lib/api/types/rulebooks'
import { render } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import { rulebook, START } from '../../testing/tables'
import PositionPicture from './PositionPicture.svelte'

test('the discs of a game whose pieces differ show which is which', () => {
  render(PositionPicture, { book: rulebook as unknown as Rulebook, position: START })
  const drawn = [...document.querySelectorAll('use')].map((use) => use.getAttribute('href'))
  expect(drawn).toHaveLength(6)
  expect(new Set(drawn).size).toBe(2)
})
