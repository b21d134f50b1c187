import { createHash } from 'node:crypto'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PAGES, ROOT } from './site/pages.ts'

/**
 * Builds the site into dist/, unless dist/ was built from the same files. It runs before each start, so it has to be quick if nothing
 * changed. `-- --base /0.1.0/ --out FOLDER` builds it for a web server instead, as plain files.
 */
const HERE = import.meta.dirname
const DIST = join(HERE, 'dist')
const STAMP = '.built-from'
const SOURCES = ['packages/guide/**/*.{ts,css,svg,json}', 'docs/pictures/*', 'package.json']

const digestOfSources = async (): Promise<string> => {
  const files = new Set(PAGES.keys())
  for await (const file of glob(SOURCES, { cwd: ROOT, exclude: ['**/dist/**', '**/node_modules/**', '**/dist.*/**'] }))
    files.add(file)
  for await (const file of glob('packages/guide/.vitepress/**/*.{ts,css}', { cwd: ROOT })) files.add(file)
  const hash = createHash('sha256')
  for (const file of [...files].sort()) {
    hash
      .update(file)
      .update('\0')
      .update(await readFile(join(ROOT, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

const { values } = parseArgs({ options: { base: { type: 'string' }, out: { type: 'string' } } })
const digest = await digestOfSources()
const builtFrom = values.out === undefined ? await readFile(join(DIST, STAMP), 'utf8').catch(() => undefined) : undefined
if (builtFrom !== digest) {
  console.error('Building the guide')
  const { buildSite } = await import('./site/build-site.ts')
  // The build is written next to the old one and then renamed, because another process may build or serve at the same time.
  const draft = `${DIST}.${process.pid}`
  if (values.out !== undefined) {
    await buildSite({ base: values.base ?? '/', outDir: values.out, isPacked: false })
  } else {
    await buildSite({ base: '/guide/', outDir: draft, isPacked: true })
    await writeFile(join(draft, STAMP), digest)
    await rm(DIST, { recursive: true, force: true })
    await rename(draft, DIST).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    await rm(draft, { recursive: true, force: true })
  }
}
