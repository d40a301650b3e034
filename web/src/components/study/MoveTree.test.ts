// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import { speech } from '$lib/i18n.svelte'
import { treeOf } from '$lib/study/tree-text'
import type { Tree } from '$lib/study/tree.svelte'
import { render, screen, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import MoveTree from './MoveTree.svelte'

const pairs = { first: 'white', number: 1 } as const
const text = 'e4 e5 ( c5 Nf3 ( Nc3 ) d6 ) ( e6 ) Nf3'

/** The tree of a text, whose moves are written as they are, White first; of rolls where they are numbers. */
function written(tokens: string): Tree {
  const tree = treeOf('start', tokens.split(' ').filter(Boolean))
  for (const leaf of tree.leaves())
    tree.path(leaf.id).forEach(({ id, move }, index) => {
      const by = /^\d+$/.test(move) ? null : index % 2 === 0 ? 'white' : 'black'
      tree.write(id, { by, move, san: { es: move, en: move }, origin: '', target: '', position: `${move} ${String(index)}` })
    })
  return tree
}

const node = (tree: Tree, ...moves: string[]): string => {
  let at: string | null = null
  for (const move of moves) at = tree.children(at).find((child) => child.move === move)?.id ?? null
  return at ?? ''
}
const plain = (element: Element): string => element.textContent.replace(/\s+/g, ' ').trim()
const shown = (): string[] => [...document.querySelectorAll('[aria-current=step]')].map(plain)
const moves = (): HTMLElement => screen.getByRole('list', { name: 'Jugadas' })

function draw(tree: Tree, more: object = {}) {
  return render(MoveTree, { tree, pairs, onshow: (id: string | null) => { tree.go(id) }, ...more })
}

beforeEach(() => {
  speech.lang = 'es'
})

describe('the moves of a tree', () => {
  test('stand in rows; variations between them, each below the move that it replaces', () => {
    draw(written(text))
    expect([...moves().querySelectorAll(':scope > li')].map((row) => [...row.querySelectorAll('button')].map(plain))).toEqual([
      ['1. e4', '1… e5'],
      [
        '1… c5 , variante de nivel 1',
        '2. Nf3 , variante de nivel 1',
        '2. Nc3 , variante de nivel 2',
        '2… d6 , variante de nivel 1',
        '1… e6 , variante de nivel 1',
      ],
      ['2. Nf3'],
    ])
    const level = screen.getByRole('list', { name: 'Variantes de nivel 1' })
    expect(within(level).getByRole('list', { name: 'Variantes de nivel 2' })).toBeTruthy()
    expect(within(level).getByRole('button', { name: /^2… d6.*variante de nivel 1$/ })).toBeTruthy()
  })

  test('go on in a new row behind a comment, and say their signs in words', () => {
    const tree = written('e4 e5')
    tree.edit({ type: 'comment', node: node(tree, 'e4'), field: 'comment', base: '', text: 'El mejor comienzo' }, { type: 'nag', node: node(tree, 'e4'), nag: 1, on: true })
    draw(tree)
    const [first, comment, second] = moves().querySelectorAll(':scope > li')
    expect([first, comment, second].map((row) => (row ? plain(row) : ''))).toEqual(['1. 1. e4! (buena jugada)', 'El mejor comienzo', '1. …1… e5'])
  })

  test('have what is said before them in front of them, in a variation too, and what is said before all first', () => {
    const tree = written('e4 ( d4 d5 ) e5')
    const say = (node: string | null, field: 'comment' | 'lead', said: string): boolean => tree.edit({ type: 'comment', node, field, base: '', text: said })
    say(null, 'comment', 'El comienzo')
    say(null, 'lead', 'Introducción')
    say(node(tree, 'd4'), 'lead', 'Otra')
    say(node(tree, 'd4', 'd5'), 'lead', 'Respuesta')
    say(node(tree, 'e4', 'e5'), 'lead', 'Ahora')
    draw(tree)
    const variation = /^Otra ?1\. d4.*Respuesta ?1… d5/
    const rows = [...moves().querySelectorAll(':scope > li')].map(plain)
    expect(rows.map((row) => (variation.test(row) ? 'variation' : row))).toEqual(['Introducción', 'El comienzo', '1. 1. e4', 'variation', 'Ahora', '1. …1… e5'])
  })

  test('stand beside their rolls, with what they are worth', () => {
    const tree = written('31 8/5 52 13/8 ( 64 24/14 )')
    draw(tree, { pairs: undefined, values: { [node(tree, '31')]: '+0,159' } })
    const rows = [...moves().querySelectorAll(':scope > li.row')].map(plain)
    expect(rows[0]).toContain('3-1 +0,159')
    expect(rows[0]).toContain('8/5')
    expect(rows).toHaveLength(2)
  })

  test('end where an exercise hides what follows', () => {
    const tree = written(text)
    const { container } = draw(tree, { upTo: node(tree, 'e4') })
    expect([...container.querySelectorAll('[data-node]')].map(plain)).toEqual(['1. e4'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Jugada siguiente' }).disabled).toBe(false)
    tree.go(node(tree, 'e4'))
  })

  test('say that there are none', () => {
    draw(written(''))
    expect(plain(moves())).toBe('Aún no hay jugadas.')
  })
})

describe('by keyboard', () => {
  test('one walks along the line, between variations, and to both ends; one button is in the tab order', async () => {
    const tree = written(text)
    draw(tree)
    const user = userEvent.setup()
    await user.tab()
    expect(plain(document.activeElement as Element)).toBe('1. e4')
    const at: string[] = []
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'End', 'Home']) {
      await user.keyboard(`{${key}}`)
      at.push(tree.node(tree.current)?.move ?? 'start')
      expect(document.querySelectorAll('li button[tabindex="0"]')).toHaveLength(1)
    }
    expect(at).toEqual(['e4', 'e5', 'c5', 'Nf3', 'Nc3', 'Nf3', 'c5', 'e6', 'e6', 'start'])
  })

  test('a move is chosen, and is the current step', async () => {
    const tree = written(text)
    draw(tree)
    await userEvent.setup().click(screen.getByRole('button', { name: /^1… c5/ }))
    expect(shown()).toEqual(['1… c5 , variante de nivel 1'])
  })
})
