import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

/** Builds the service worker into `sw.js`, with the version of the app and the files of the page that it shows offline. */
export const buildWorker = async (dir: string): Promise<void> => {
  const [app, offline] = await Promise.all(['index.html', 'offline.html'].map((name) => readFile(join(dir, name), 'utf8')))
  const files = [...(offline as string).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path as string)
  await build({
    configFile: false,
    logLevel: 'warn',
    define: {
      VERSION: JSON.stringify(createHash('sha256').update(`${app}${offline}`).digest('hex').slice(0, 12)),
      FILES: JSON.stringify(['/offline.html', ...new Set(files)]),
    },
    build: {
      outDir: dir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      rollupOptions: {
        input: join(import.meta.dirname, 'src/offline/worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}
