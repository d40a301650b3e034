import { describe, expect, test } from 'vitest'
import { pointsSpelling, readTreeText, shownIn, squaresSpelling, treeOf, writeTreeText } from './tree-text'

function read(search: string, spelling = squaresSpelling) {
  const text = readTreeText(new URLSearchParams(search), spelling)
  const tree = treeOf('start', text.tokens)
  return { tree, shown: shownIn(tree, text) }
}
const shownMoves = ({ tree, shown }: ReturnType<typeof read>): string[] => tree.path(shown).map(({ move }) => move)

/** What is written of a text that was read. */
function again(search: string, spelling = squaresSpelling): string {
  const { tree, shown } = read(search, spelling)
  tree.go(shown)
  const query = new URLSearchParams()
  writeTreeText(query, tree, spelling)
  return decodeURIComponent(query.toString())
}

describe('a tree in an address', () => {
  test('is a line as it always was', () => {
    expect(shownMoves(read('?moves=e2e4+e7e5&ply=1'))).toEqual(['e2e4'])
    expect(shownMoves(read('?moves=e2e4+e7e5'))).toEqual(['e2e4', 'e7e5'])
    expect(shownMoves(read('?moves=e2e4&ply=9'))).toEqual(['e2e4'])
    expect(again('?moves=e2e4+e7e5&ply=1')).toBe('moves=e2e4+e7e5&ply=1')
    expect(again('?moves=e2e4+e7e5')).toBe('moves=e2e4+e7e5')
    expect(again('')).toBe('')
  })

  test('has its variations in parentheses, and shows a move of one', () => {
    const text = 'moves=e2e4+e7e5+(d7d5+e4d5+(e4e5))+(c7c5)+g1f3&at=5'
    const found = read(`?${text}`)
    expect(shownMoves(found)).toEqual(['e2e4', 'd7d5', 'e4e5'])
    expect(found.tree.mainLine.map(({ move }) => move)).toEqual(['e2e4', 'e7e5', 'g1f3'])
    expect(found.tree.children(found.tree.mainLine[0]?.id ?? '').map(({ move }) => move)).toEqual(['e7e5', 'd7d5', 'c7c5'])
    expect(again(`?${text}`)).toBe(text)
  })

  test('holds rolls and turns with spaces and repeated steps', () => {
    const text = 'moves=31,8/5+6/5(2),(,64,24/14,(,24/18+13/9,),),52'
    const { tree } = read(`?${text}`, pointsSpelling)
    expect(tree.mainLine.map(({ move }) => move)).toEqual(['31', '8/5 6/5(2)', '52'])
    expect(tree.children(tree.mainLine[0]?.id ?? '').map(({ move }) => move)).toEqual(['8/5 6/5(2)', '64'])
    expect(again(`?${text}`, pointsSpelling)).toBe(text)
  })

  test('parentheses that do not match break nothing', () => {
    expect(again('?moves=)+(+e2e4+(d2d4')).toBe('moves=e2e4+(d2d4)&at=2'.replace('&at=2', ''))
    expect(read('?moves=((((').tree.size).toBe(0)
  })

  test('that is too long is the line that is shown, or nothing', () => {
    const many = Array.from({ length: 400 }, (_, index) => `m${String(index)}`).join('+')
    const kept = again(`?moves=e2e4+(d2d4+${many})+e7e5+(${many}+${many})&ply=1`)
    expect(kept).toBe('moves=e2e4+e7e5&ply=1')
    expect(again(`?moves=${many}+${many}`)).toBe('')
  })
})
