import type { CubeView, PlayedMove } from '../api/types/game'
import { expect, test } from 'vitest'
import { cubeAfter } from './cube'

const moves = [
  { by: 'white', cube: 1 },
  { by: 'black', cube: 2 },
  { by: 'white', cube: 2 },
  { by: 'white', cube: 4 },
] as PlayedMove[]
const cube: CubeView = { value: 8, owner: 'white' }

test('whoever has taken a double owns the cube', () => {
  expect(cubeAfter({ cube, moves }, 1)).toEqual({ value: 1, owner: null })
  expect(cubeAfter({ cube, moves }, 2)).toEqual({ value: 2, owner: 'white' })
  expect(cubeAfter({ cube, moves }, 3)).toEqual({ value: 2, owner: 'white' })
  expect(cubeAfter({ cube, moves }, 4)).toBe(cube)
})

test('a game without a cube has none', () => {
  expect(cubeAfter({ cube: null, moves }, 2)).toBeNull()
})
