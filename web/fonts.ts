/** The fonts of the page, cut down to the signs that Spanish and English need, and those of what the program prints. */

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

const FONTS: Record<string, string> = {
  alegreya: 'alegreya/files/alegreya-latin-wght-normal.woff2',
  'alegreya-italic': 'alegreya/files/alegreya-latin-wght-italic.woff2',
  'source-sans': 'source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
}
const WEIGHTS = { min: 400, max: 700 }

const between = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, place) => first + place))

/** Latin 1, and what else is printed; other signs, as in names, come from the fonts of the system. */
const SIGNS = between(0x20, 0x7e) + between(0xa0, 0xff) + '–—‘’“”„•…′″‹›€−×≤≥½¼¾→←↑↓·'

/** What the program prints contains names from anywhere: all signs of the family, in the weights that it uses. */
const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek']
const ALL = between(0x20, 0x24f) + between(0x2b0, 0x52f) + between(0x1c80, 0x1c88) + between(0x1d00, 0x1fff) + between(0x2000, 0x22ff) + between(0xa640, 0xa69f)

interface Cut { whole: Buffer, signs: string, format: 'truetype' | 'woff2', weight: number | { min: number, max: number } }

/** Writes a font into a folder, where it is not there yet. */
async function cutFont(folder: string, file: string, { whole, signs, format, weight }: Cut): Promise<void> {
  const stamp = createHash('sha256').update(whole).update(signs).update(JSON.stringify(weight)).digest('hex')
  const [target, made] = [join(folder, file), join(folder, `${file.replace(/\.woff2$/, '')}.stamp`)]
  if (existsSync(target) && existsSync(made) && readFileSync(made, 'utf8') === stamp) return
  const cut = await subsetFont(whole, signs, { targetFormat: format, variationAxes: { wght: weight } })
  mkdirSync(dirname(target), { recursive: true })
  // Two builds may do this at once.
  for (const [place, body] of [[target, cut], [made, stamp]] as const) {
    writeFileSync(`${place}.${String(process.pid)}`, body)
    renameSync(`${place}.${String(process.pid)}`, place)
  }
}

const source = (modules: string, path: string): Buffer => readFileSync(join(modules, '@fontsource-variable', path))

/** Writes the page's fonts into a folder. */
export async function cutFonts(modules: string, folder: string): Promise<void> {
  for (const [name, path] of Object.entries(FONTS)) {
    await cutFont(folder, `${name}.woff2`, { whole: source(modules, path), signs: SIGNS, format: 'woff2', weight: WEIGHTS })
  }
}

/** Writes the fonts of what is printed into a folder: TrueType of one weight each, as a PDF takes them. Returns their files. */
export async function cutPrintFonts(modules: string, folder: string): Promise<string[]> {
  const files = []
  for (const script of SCRIPTS) {
    const whole = source(modules, `alegreya/files/alegreya-${script}-wght-normal.woff2`)
    for (const weight of [WEIGHTS.min, WEIGHTS.max]) {
      const file = `alegreya-${script}-${String(weight)}.ttf`
      await cutFont(folder, file, { whole, signs: ALL, format: 'truetype', weight })
      files.push(file)
    }
  }
  return files
}
