// @vitest-environment happy-dom
import type { PlayedMove } from '$lib/api/types/game'
import { beforeEach, describe, expect, test } from 'vitest'
import { treeOfGame } from './game-tree'
import { forget, keep, keptOf, type KeptAnalysis } from './kept'
import { treeOf } from './tree-text'

const analysis = (id: string, more: Partial<KeptAnalysis> = {}): KeptAnalysis => ({
  id,
  rulebook: 'clasico',
  position: null,
  options: {},
  game: null,
  moves: 'e2e4',
  tree: treeOf('start', ['e2e4']).toSent(),
  ...more,
})

beforeEach(() => {
  localStorage.clear()
})

describe('the analyses that a browser keeps', () => {
  test('are the last eight, the latest first, by their rulebook', () => {
    for (let number = 0; number < 10; number++) keep(analysis(String(number)))
    keep(analysis('5', { moves: 'd2d4' }))
    keep(analysis('other', { rulebook: 'backgammon' }))
    expect(keptOf('clasico').map(({ id }) => id)).toEqual(['5', '9', '8', '7', '6', '4', '3'])
    expect(keptOf('clasico')[0]).toEqual(analysis('5', { moves: 'd2d4', tree: keptOf('clasico')[0]?.tree as never }))
    forget('5')
    expect(keptOf('clasico')[0]?.id).toBe('9')
  })

  test('have a bound; one that is too large leaves the others', () => {
    keep(analysis('small'))
    const large = analysis('large')
    large.tree.root.comment = 'x'.repeat(500_000)
    keep(large)
    expect(keptOf('clasico').map(({ id }) => id)).toEqual(['small'])
  })

  test('are passed over where they make no sense', () => {
    localStorage.setItem('axedrez.trees', JSON.stringify([{ id: 1 }, null, analysis('good'), { ...analysis('bad'), tree: { start: 's', root: null, nodes: [] } }]))
    expect(keptOf('clasico').map(({ id }) => id)).toEqual(['good'])
    localStorage.setItem('axedrez.trees', '{')
    expect(keptOf('clasico')).toEqual([])
  })
})

describe('a game as a tree', () => {
  const played = (ply: number, move: string, roll: string | null = null): PlayedMove =>
    ({ ply, by: ply % 2 === 1 ? 'white' : 'black', move, roll, san: { es: move, en: move }, origin: '', target: '', position: `p${String(ply)}` }) as PlayedMove

  test('has its rolls as nodes, and what is said of its moves', () => {
    const plain = treeOfGame({ start: 's', moves: [played(1, '8/5 6/5', '31'), played(2, '24/18', '64')] })
    expect(plain.mainLine.map(({ move, by }) => [move, by])).toEqual([['31', null], ['8/5 6/5', 'white'], ['64', null], ['24/18', 'black']])
    const file = plain.toSent()
    file.root = { ...file.root, comment: 'Before' }
    file.nodes = file.nodes.map((node, index) => (index === 3 ? { ...node, remarks: { ...node.remarks, nags: [5, 14], comment: 'Behind' } } : node))
    const tree = treeOfGame({ start: 's', moves: [] }, file)
    expect(tree.mainLine.map(({ move, by }) => [move, by])).toEqual([['31', null], ['8/5 6/5', 'white'], ['64', null], ['24/18', 'black']])
    expect(tree.root.remarks.comment).toBe('Before')
    expect(tree.mainLine[3]?.remarks).toMatchObject({ nags: [5, 14], comment: 'Behind' })
    expect(tree.canUndo).toBe(false)
  })
})
