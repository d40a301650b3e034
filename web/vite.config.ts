import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { cutFonts, cutPrintFonts } from './fonts.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.AXEDREZ_SERVER ?? 'http://127.0.0.1:8000'

/** What the built page contains of others, with the licences that must go along. */
const parts: [name: string, licence: string][] = [
  ['Svelte', 'svelte/LICENSE.md'],
  ['uqr', 'uqr/LICENSE'],
  ['Noble hashes', '@noble/hashes/LICENSE'],
  ['Alegreya', '@fontsource-variable/alegreya/LICENSE'],
  ['Source Sans 3', '@fontsource-variable/source-sans-3/LICENSE'],
]

const licences = (): Plugin => ({
  name: 'licences',
  apply: 'build',
  generateBundle() {
    const source = parts
      .map(([name, licence]) => `${name}\n\n${readFileSync(here(`./node_modules/${licence}`), 'utf8')}`)
      .join('\n\n')
    const python = readFileSync(here('../requirements/licences.txt'), 'utf8')
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source: `${source}\n\nPython\n\n${python}` })
  },
})

/** The document that the dice panel refers to, readable wherever the page is. */
const documents = (): Plugin => ({
  name: 'documents',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'dice.txt', source: readFileSync(here('../docs/dice.md'), 'utf8') })
  },
})

/** What the page says by itself; the rest of the catalogue is said by the server. `catalogue.test.ts` checks it. */
const SAID = /^(ui|piece|reason)\.|^error\.(dice_|ini_parent_refused$)/

/** Parts of it that only some screens say: each is a module of its own, `$words/tournament-es` (`lib/i18n.svelte.ts`). */
const PARTS: Record<string, RegExp> = {
  clubs: /^ui\.club\./,
  people: /^(people|ui\.(account|blocked|notices))\./,
  tournament: /^ui\.tournament\./,
  // The menu and the board of a game say some of them.
  classes: /^ui\.classes\.(?!(lead|mine|display\.(says|previous|next))$)/,
}
const isApart = (key: string): boolean => Object.values(PARTS).some((part) => part.test(key))

const ofCatalogue = (text: string, wanted: (key: string) => boolean): string =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as Record<string, string>).filter(([key]) => wanted(key))))

const catalogue = (): Plugin => ({
  name: 'catalogue',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('$words/') ? `\0${id}` : null),
  load(id) {
    const [, name = '', lang = ''] = /^\0\$words\/(\w+)-(e[ns])$/.exec(id) ?? []
    const part = PARTS[name]
    if (!part) return null
    const file = here(`../src/axedrez/messages/${lang}.json`)
    this.addWatchFile(file)
    return { code: `export default ${ofCatalogue(readFileSync(file, 'utf8'), (key) => part.test(key))}`, map: null }
  },
  transform(text, id) {
    if (!/\/messages\/e[ns]\.json$/.test(id)) return null
    return { code: ofCatalogue(text, (key) => SAID.test(key) && !isApart(key)), map: null }
  },
})

/** What is text is kept compressed too, as well as can be: the server chooses by what a browser accepts. */
const TEXTS = /\.(css|html|ico|js|json|svg|txt|webmanifest)$/
const WORTH_IT = 1024

const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  closeBundle() {
    const page = here('../src/axedrez/page')
    for (const entry of readdirSync(page, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !TEXTS.test(entry.name)) continue
      const path = join(entry.parentPath, entry.name)
      const body = readFileSync(path)
      if (body.length < WORTH_IT) continue
      const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }
      writeFileSync(`${path}.br`, brotliCompressSync(body, best))
      writeFileSync(`${path}.gz`, gzipSync(body, { level: constants.Z_BEST_COMPRESSION }))
    }
  },
})

/** As the server does: the page for frames of other sites is a document of its own. */
const frames = (): Plugin => ({
  name: 'frames',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (request.url?.startsWith('/embed/')) request.url = '/embed.html'
      next()
    })
  },
})

/** What the first visit needs, `bench/page_load.py` tells how much it is. */
const MENU = new RegExp(
  '/src/(App\\.svelte|app\\.css|screens\\.ts|screens/Start\\.svelte|pieces/(glyphs|GlyphSprite|Drawing)' +
    '|components/(TopBar|Icon|Page|online/AcceptedNotice|GameShelf|BoardPicture|Thumbnail|tables/PointsThumbnail)\\.svelte' +
    '|lib/(menu|shelf|rulebooks|rulebook-details|classroom-overview|router|game/(setup|clock-setup|last-game|clock)|online/(words|waiting)' +
    '|tables/(cells|drawing|position-text)|board/(squares|position-text)))|/drawing/glyphs\\.json',
)

/** The fonts that the program prints with (`axedrez.printing`); no browser asks for them. */
const printFonts = (): Plugin => ({
  name: 'print-fonts',
  apply: 'build',
  async closeBundle() {
    const target = here('../src/axedrez/page/fonts')
    mkdirSync(target, { recursive: true })
    for (const file of await cutPrintFonts(here('./node_modules'), fonts)) copyFileSync(join(fonts, file), join(target, file))
  },
})

/** The fonts of the first paint are asked for with the scripts, not once something is drawn in them. */
const FIRST_FONTS = /^assets\/(alegreya|source-sans)-(?!italic)[^.]*\.woff2$/

const earlyFonts = (): Plugin => ({
  name: 'early-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => FIRST_FONTS.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${name}` },
          injectTo: 'head' as const,
        })),
  },
})

/** The service worker, with the files that it keeps and a version that changes with any of them. */
const LEFT_OUT = /\.(br|gz|txt)$|^embed\.html$|^assets\/embed-|^index\.html$|^sw\.js$|^fonts\//

const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  closeBundle() {
    const page = here('../src/axedrez/page')
    const names = readdirSync(page, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('.') && !LEFT_OUT.test(name))
      .sort()
    const source = readFileSync(here('./src/service-worker.js'), 'utf8')
    const version = createHash('sha256').update(source)
    for (const name of ['index.html', ...names]) version.update(name).update(readFileSync(join(page, name)))
    const written = source
      .replaceAll('__VERSION__', version.digest('hex').slice(0, 12))
      .replaceAll('__FILES__', JSON.stringify(['/', ...names.map((name) => `/${name}`)]))
    writeFileSync(join(page, 'sw.js'), written)
  },
})

const fonts = here('./node_modules/.cache/axedrez-fonts')
await cutFonts(here('./node_modules'), fonts)

export default defineConfig({
  plugins: [catalogue(), svelte(), svelteTesting({ autoCleanup: false }), licences(), documents(), frames(), earlyFonts(), printFonts(), serviceWorker(), compressed()],
  resolve: { alias: { $fonts: fonts, $messages: here('../src/axedrez/messages'), $drawing: here('../src/axedrez/drawing'), $lib: here('./src/lib') } },
  build: {
    outDir: here('../src/axedrez/page'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [here('./index.html'), here('./embed.html')],
      // One file for what most screens share and one for what the menu adds, not one for each module.
      output: { codeSplitting: { groups: [{ name: 'base', minShareCount: 10, priority: 2 }, { name: 'menu', test: MENU, priority: 1 }] } },
    },
  },
  server: {
    fs: { allow: [here('.'), here('../src/axedrez/messages'), here('../src/axedrez/drawing')] },
    proxy: { '/api': { target: server, ws: true } },
  },
  test: { isolate: false, include: ['src/**/*.test.ts'], setupFiles: [here('./src/testing/before-each-file.ts')], testTimeout: 30_000, env: { DEBUG_PRINT_LIMIT: '0' } },
})
