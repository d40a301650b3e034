import { describe, expect, test } from 'vitest'
import { positionKey } from './position-key'
import { Tree } from './tree.svelte'
import { MAX_COMMENT, MAX_NAGS, MAX_NODES, noRemarks, type Edit, type Written } from './types'

const move = (token: string, position = `after ${token}`): Written => ({ by: 'white', move: token, san: { es: token, en: token }, origin: '', target: '', position })
const play = (tree: Tree, text: string): void => {
  tree.go(tree.play(text.split(' ').map((token) => move(token))) ?? null)
}
const moves = (nodes: { move: string }[]): string => nodes.map((node) => node.move).join(' ')
const id = (tree: Tree, text: string): string => {
  let at: string | null = null
  for (const token of text.split(' ')) at = tree.children(at).find((child) => child.move === token)?.id ?? 'none'
  return at ?? 'none'
}

function grown(onEdit?: (edit: Edit) => void): Tree {
  const tree = new Tree({ start: 'start', root: noRemarks(), nodes: [] }, onEdit)
  play(tree, 'e4 e5 Nf3')
  tree.go(id(tree, 'e4'))
  play(tree, 'd5 exd5')
  tree.go(id(tree, 'e4'))
  play(tree, 'c5')
  return tree
}

describe('a tree', () => {
  test('keeps what was there when another move is tried, and goes to what it knows', () => {
    const tree = grown()
    expect(moves(tree.mainLine)).toBe('e4 e5 Nf3')
    expect(moves(tree.children(id(tree, 'e4')))).toBe('e5 d5 c5')
    tree.go(id(tree, 'e4'))
    play(tree, 'e5')
    expect(tree.size).toBe(6)
    expect(moves(tree.line())).toBe('e4 e5 Nf3')
  })

  test('walks along the line that was visited last, and between variations', () => {
    const tree = grown()
    tree.go(id(tree, 'e4 d5'))
    tree.go(null)
    expect(moves(tree.line())).toBe('e4 d5 exd5')
    expect(tree.beside(id(tree, 'e4 d5 exd5'), 1)?.move).toBe('c5')
    expect(tree.beside(id(tree, 'e4 d5 exd5'), -1)?.move).toBe('e5')
    expect(tree.beside(id(tree, 'e4 c5'), 1)).toBeUndefined()
    expect([tree.depth(id(tree, 'e4 e5')), tree.depth(id(tree, 'e4 d5 exd5'))]).toEqual([0, 1])
    expect(tree.branch(id(tree, 'e4 d5 exd5'))?.move).toBe('d5')
    expect(tree.go('nowhere')).toBe(false)
  })

  test('finds the same position elsewhere, whatever its counters say', () => {
    const tree = Tree.from('start')
    tree.go(tree.play([move('a', 'x w - - 1 1'), move('b', 'y b - - 2 1')]) ?? null)
    tree.play([move('c', 'z w - - 0 1'), move('d', 'y b - - 5 3')], null)
    expect(moves(tree.transpositions(tree.current))).toBe('d')
    tree.edit({ type: 'remove', node: id(tree, 'c') })
    expect(tree.transpositions(tree.current)).toEqual([])
  })

  test('is full at its bound, and says so', () => {
    const tree = Tree.from('start')
    const line = Array.from({ length: MAX_NODES }, (_, index) => move(String(index)))
    expect(tree.play([...line, move('too many')])).toBeUndefined()
    expect(tree.size).toBe(0)
    expect(tree.play(line)).toBeDefined()
    expect(tree.play([move('more')], null)).toBeUndefined()
    expect(tree.receive({ type: 'add', node: 'x', parent: null, move: 'more' })).toBe(false)
  })
})

describe('edits', () => {
  test('each has its inverse: undone and made again, in steps', () => {
    const tree = grown()
    const before = tree.toSent()
    const node = id(tree, 'e4 c5')
    tree.edit({ type: 'comment', node, field: 'comment', base: '', text: 'sharp' }, { type: 'nag', node, nag: 5, on: true })
    tree.edit({ type: 'shape', node: null, shape: 'Ge4', on: true })
    tree.edit({ type: 'promote', node })
    tree.edit({ type: 'remove', node: id(tree, 'e4 d5') })
    play(tree, 'Nf3 d6')
    const after = tree.toSent()
    expect(moves(tree.mainLine)).toBe('e4 c5 Nf3 d6')
    expect(tree.remarks(node)).toMatchObject({ comment: 'sharp', nags: [5] })
    for (let left = 20; tree.canUndo && left > 0; left--) tree.undo()
    expect(tree.size).toBe(0)
    while (tree.canRedo) tree.redo()
    expect(tree.toSent()).toEqual(after)
    for (let step = 0; step < 5; step++) tree.undo()
    expect(tree.toSent()).toEqual(before)
    expect(moves(tree.children(id(tree, 'e4')))).toBe('e5 d5 c5')
  })

  test('what is removed is left, and comes back with all its remarks when it is played again', () => {
    const tree = grown()
    const node = id(tree, 'e4 d5 exd5')
    tree.edit({ type: 'comment', node, field: 'comment', base: '', text: 'kept' })
    tree.go(node)
    tree.edit({ type: 'remove', node: id(tree, 'e4 d5') })
    expect(tree.node(tree.current)?.move).toBe('e4')
    expect(tree.go(node)).toBe(false)
    play(tree, 'd5 exd5')
    expect(tree.current).toBe(node)
    expect(tree.remarks(node).comment).toBe('kept')
  })

  test('that change nothing are neither told nor undone', () => {
    const told: Edit[] = []
    const tree = grown((edit) => told.push(edit))
    const count = told.length
    tree.edit({ type: 'promote', node: id(tree, 'e4 e5') }, { type: 'nag', node: null, nag: 1, on: false })
    expect(told).toHaveLength(count)
    tree.undo()
    expect(told.at(-1)).toMatchObject({ type: 'remove' })
  })

  test('of others are applied, not told; the same move added twice is one node with two names', () => {
    const told: Edit[] = []
    const tree = grown((edit) => told.push(edit))
    const count = told.length
    const parent = id(tree, 'e4')
    expect(tree.receive({ type: 'add', node: 'theirs', parent, move: 'd5' })).toBe(true)
    expect(tree.resolve('theirs')).toBe(id(tree, 'e4 d5'))
    tree.receive({ type: 'add', node: 'further', parent: 'theirs', move: 'Qh5' }, move('Qh5'))
    tree.receive({ type: 'comment', node: 'theirs', field: 'comment', base: '', text: 'from afar' })
    expect(moves(tree.children(id(tree, 'e4 d5')))).toBe('exd5 Qh5')
    expect(tree.remarks(id(tree, 'e4 d5')).comment).toBe('from afar')
    expect(told).toHaveLength(count)
    expect(tree.receive({ type: 'nag', node: 'unknown', nag: 1, on: true })).toBe(false)
  })

  test('have bounds', () => {
    const tree = Tree.from('start')
    expect(tree.edit({ type: 'comment', node: null, field: 'comment', base: '', text: 'x'.repeat(MAX_COMMENT + 1) })).toBe(false)
    const nags = Array.from({ length: MAX_NAGS + 1 }, (_, nag) => tree.edit({ type: 'nag', node: null, nag, on: true }))
    expect(nags.filter(Boolean)).toHaveLength(MAX_NAGS)
    const shapes = Array.from({ length: 65 }, (_, index) => tree.edit({ type: 'shape', node: null, shape: `Ga${String(index)}`, on: true }))
    expect(shapes.filter(Boolean)).toHaveLength(64)
  })
})

test('the key of a position leaves out what only counts', () => {
  expect(positionKey('8/8/8/8/8/8/8/8 w - - 13 40')).toBe('8/8/8/8/8/8/8/8 w - -')
  expect(positionKey('8/8 b - - 3+3 0 1 dice=65')).toBe('8/8 b - - 3+3 dice=65')
  expect(positionKey('8/8 w - -')).toBe('8/8 w - -')
  expect(positionKey('pp/4/PP - - w Kk - 7')).toBe(positionKey('pp/4/PP - - w Kk'))
  expect(positionKey('pp/4/PP - - w Kk 52 7')).toBe('pp/4/PP - - w Kk 52')
})
