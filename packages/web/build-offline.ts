import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type InlineConfig } from 'vite'
import { typeface } from './fonts.ts'
import { macros } from './macros.ts'

const ROOT = import.meta.dirname

/** Builds the page that browsers show offline, and the service worker `sw.js` with the version of the app and the files of that page. */
export const buildOffline = async (dir: string): Promise<void> => {
  const common = { outDir: dir, emptyOutDir: false, copyPublicDir: false, target: 'es2022' }
  const one: InlineConfig = { root: ROOT, configFile: false, logLevel: 'warn' }
  await build({
    ...one,
    plugins: [typeface(), macros()],
    build: {
      ...common,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(ROOT, 'offline.html') },
    },
  })
  const [app, page] = (await Promise.all(['index.html', 'offline.html'].map((name) => readFile(join(dir, name), 'utf8')))) as [
    string,
    string,
  ]
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path as string)
  await build({
    ...one,
    define: {
      VERSION: JSON.stringify(createHash('sha256').update(`${app}${page}`).digest('hex').slice(0, 12)),
      FILES: JSON.stringify(['/offline.html', ...new Set(files)]),
    },
    build: {
      ...common,
      rolldownOptions: { input: join(ROOT, 'src/offline/worker.ts'), output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
}
