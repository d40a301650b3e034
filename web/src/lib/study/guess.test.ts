import { describe, expect, it } from 'vitest'
import { Guess } from './guess.svelte'
import { Tree } from './tree.svelte'
import type { Written } from './types'

const move = (token: string, by: Written['by']): Written => ({ by, move: token, san: { es: token, en: token }, origin: '', target: '', position: token })

function whole(): Tree {
  const tree = Tree.from('start')
  tree.go(tree.play([move('e4', 'white'), move('e5', 'black'), move('Nf3', 'white'), move('Nc6', 'black')]) ?? null)
  tree.edit({ type: 'comment', node: tree.mainLine[2]?.id ?? null, field: 'comment', base: '', text: 'fine' })
  return tree
}

const soon = (): Promise<void> => new Promise((done) => { queueMicrotask(done) })

async function tries(guess: Guess, token: string): Promise<void> {
  guess.tree.go(guess.tree.play([move(token, guess.side)]) ?? null)
  await soon()
}

describe('guessing the moves of a line', () => {
  it('plays the other side, and hides what is still to be found', async () => {
    const guess = new Guess(whole(), 'white')
    expect(guess.tree.mainLine).toEqual([])
    await tries(guess, 'e4')
    expect(guess.tree.mainLine.map((node) => node.move)).toEqual(['e4', 'e5'])
    expect([guess.said, guess.found, guess.atOnce, guess.count]).toEqual(['right', 1, 1, 2])
    await tries(guess, 'Nc3')
    expect(guess.said).toBe('wrong')
    expect(guess.tree.mainLine.map((node) => node.move)).toEqual(['e4', 'e5'])
    expect(guess.tree.node(guess.tree.current)?.move).toBe('e5')
    await tries(guess, 'Nf3')
    expect([guess.said, guess.found, guess.atOnce, guess.isOver]).toEqual(['over', 2, 1, true])
    expect(guess.tree.mainLine[2]?.remarks.comment).toBe('fine')
  })

  it('begins with what is not to be found, and shows a move when asked', () => {
    const guess = new Guess(whole(), 'black')
    expect(guess.tree.mainLine.map((node) => node.move)).toEqual(['e4'])
    guess.show()
    expect(guess.tree.mainLine.map((node) => node.move)).toEqual(['e4', 'e5', 'Nf3'])
    expect([guess.said, guess.found]).toEqual(['shown', 0])
  })

  it('does not count a move that is tried from an earlier place', async () => {
    const guess = new Guess(whole(), 'white')
    await tries(guess, 'e4')
    guess.tree.go(null)
    await tries(guess, 'd4')
    expect([guess.said, guess.found]).toEqual(['right', 1])
    expect(guess.tree.children(null).map((node) => node.move)).toEqual(['e4'])
  })
})
