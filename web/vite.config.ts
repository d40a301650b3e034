import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

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

export default defineConfig({
  plugins: [svelte(), svelteTesting({ autoCleanup: false }), licences(), documents(), frames(), compressed()],
  resolve: { alias: { $messages: here('../src/axedrez/messages'), $drawing: here('../src/axedrez/drawing'), $lib: here('./src/lib') } },
  build: { outDir: here('../src/axedrez/page'), emptyOutDir: true, target: 'es2022', rollupOptions: { input: [here('./index.html'), here('./embed.html')] } },
  server: {
    fs: { allow: [here('.'), here('../src/axedrez/messages'), here('../src/axedrez/drawing')] },
    proxy: { '/api': { target: server, ws: true } },
  },
  test: { include: ['src/**/*.test.ts'], testTimeout: 30_000, env: { DEBUG_PRINT_LIMIT: '0' } },
})
