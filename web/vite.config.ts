import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.AXEDREZ_SERVER ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { $messages: here('../src/axedrez/messages'), $lib: here('./src/lib') } },
  build: { outDir: here('../src/axedrez/page'), emptyOutDir: true, target: 'es2022' },
  server: {
    fs: { allow: [here('.'), here('../src/axedrez/messages')] },
    proxy: { '/api': { target: server, ws: true } },
  },
  test: { include: ['src/**/*.test.ts'] },
})
