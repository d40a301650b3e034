import { describe, expect, test } from 'vitest'
import type { ChapterView, StudyView } from '../api/schema'
import { stillStands, undoing, type ChapterAct } from './chapter-acts'

const heads = ['a', 'b', 'c'].map((id) => ({ id, title: id.toUpperCase(), near: 'white' }))

const known = (chapters: object[] = heads, title = 'Openings', headers: object = { White: 'Ana' }) => ({
  study: { title, chapters } as unknown as StudyView,
  chapter: { id: 'a', headers } as unknown as ChapterView,
})

const acts: [ChapterAct, object, object][] = [
  [{ type: 'rename_study', title: 'Endings' }, { type: 'rename_study', title: 'Openings' }, known(heads, 'Endings')],
  [{ type: 'rename_chapter', chapter: 'b', title: 'X' }, { type: 'rename_chapter', chapter: 'b', title: 'B' }, known(heads.map((each) => (each.id === 'b' ? { ...each, title: 'X' } : each)))],
  [{ type: 'turn_chapter', chapter: 'a', near: 'black' }, { type: 'turn_chapter', chapter: 'a', near: 'white' }, known(heads.map((each) => ({ ...each, near: 'black' })))],
  [{ type: 'move_chapter', chapter: 'c', index: 0 }, { type: 'move_chapter', chapter: 'c', index: 2 }, known([heads[2], heads[0], heads[1]] as object[])],
  [{ type: 'remove_chapter', chapter: 'b' }, { type: 'restore_chapter', chapter: 'b' }, known(heads.filter(({ id }) => id !== 'b'))],
  [{ type: 'header', chapter: 'a', name: 'White', value: 'Eva' }, { type: 'header', chapter: 'a', name: 'White', value: 'Ana' }, known(heads, 'Openings', { White: 'Eva' })],
  [{ type: 'header', chapter: 'a', name: 'Site', value: 'Jaca' }, { type: 'header', chapter: 'a', name: 'Site', value: '' }, known(heads, 'Openings', { Site: 'Jaca' })],
]

describe('what is done to chapters', () => {
  test.each(acts)('%o is taken back by %o', (act, back, after) => {
    const done = undoing(known(), act)
    expect(done?.back).toEqual(back)
    // Not before the server has carried it out, nor once somebody has done something else.
    expect(done && stillStands(known(), done)).toBe(false)
    expect(done && stillStands(after as ReturnType<typeof known>, done)).toBe(true)
  })

  test.each<ChapterAct>([
    { type: 'rename_study', title: 'Openings' },
    { type: 'rename_chapter', chapter: 'b', title: 'B' },
    { type: 'turn_chapter', chapter: 'a', near: 'white' },
    { type: 'move_chapter', chapter: 'a', index: 0 },
    { type: 'header', chapter: 'a', name: 'White', value: 'Ana' },
    { type: 'remove_chapter', chapter: 'gone' },
  ])('%o changes nothing', (act) => {
    expect(undoing(known(), act)).toBeNull()
  })
})
