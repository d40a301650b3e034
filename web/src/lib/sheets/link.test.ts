import { expect, test } from 'vitest'
import { pack, unpack } from './link'

test('a sheet comes out of its link as it went in', async () => {
  const sheet = { extends: 'clasico', names: { es: 'Señor de los saltos', en: 'Lord' }, pieces: { knight: { movement: 'NN' } } }
  const text = await pack(sheet)
  expect(text).toMatch(/^[\w-]+$/)
  expect(await unpack(text)).toEqual(sheet)
})

test('a link that was cut is none', async () => {
  expect(await unpack('abc')).toBeNull()
  expect(await unpack('%%%')).toBeNull()
})
