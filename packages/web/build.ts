import { createHash } from 'node:crypto'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { buildOffline } from './build-offline.ts'
import { buildReference } from './build-reference.ts'

/**
 * Builds the web app into dist/, unless dist/ was built from the same files. It runs before each start, so it has to be quick
 * if nothing changed.
 */
const ROOT = import.meta.dirname
const DIST = join(ROOT, 'dist')
const STAMP = '.built-from'
const SOURCES = ['src/**/*', 'public/**/*', '*.html', 'package.json', '*.ts', '../contract/src/**/*.ts']

const digestOfSources = async (): Promise<string> => {
  const files: string[] = []
  for await (const entry of glob(SOURCES, { cwd: ROOT, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  }
  const hash = createHash('sha256')
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(await readFile(file))
      .update('\0')
  return hash.digest('hex')
}

/** The best quality takes ten seconds for a file of this size, and saves little. */
const LARGE = 2 ** 20

/** Compresses the files once here instead of for each response. */
const compress = async (dir: string): Promise<void> => {
  for await (const file of glob('**/*.{js,css,svg}', { cwd: dir })) {
    const path = join(dir, file)
    const content = await readFile(path)
    const params = {
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY,
    }
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }))
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
}

const digest = await digestOfSources()
const builtFrom = await readFile(join(DIST, STAMP), 'utf8').catch(() => undefined)
if (builtFrom !== digest) {
  console.error('Building the web app')
  // The build is written next to the old one and then renamed, because another process may build or serve at the same time.
  const draft = `${DIST}.${process.pid}`
  await build({ root: ROOT, logLevel: 'warn', build: { outDir: draft, emptyOutDir: true } })
  await buildReference(draft)
  await buildOffline(draft)
  await compress(draft)
  await writeFile(join(draft, STAMP), digest)
  await rm(DIST, { recursive: true, force: true })
  await rename(draft, DIST).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  await rm(draft, { recursive: true, force: true })
}
