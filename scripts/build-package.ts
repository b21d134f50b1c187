/**
 * Builds the package in the current folder: `dist` becomes a package of plain JavaScript with types that can be packed, published
 * and installed. Inside this repository nothing is built; the sources are imported directly. An argument names another target
 * folder. It must be new, empty, or hold an earlier build, which is replaced.
 */
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

interface Manifest {
  name: string
  version: string
  description: string
  license: string
  dependencies: Record<string, string>
}

const ROOT = join(import.meta.dirname, '..')
/** Distinguishes a build from its source package, which has the same name. */
const EXPORTS = { '.': { types: './index.d.ts', default: './index.js' } }

const { name, version, description, license, dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as Manifest
const manifest = {
  ...{ name, version, description, license },
  type: 'module',
  sideEffects: false,
  engines: { node: '>=22' },
  exports: EXPORTS,
  dependencies,
}

const isFormerBuild = async (folder: string): Promise<boolean> => {
  try {
    const found = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Partial<typeof manifest>
    return found.name === name && isDeepStrictEqual(found.exports, EXPORTS)
  } catch {
    return false
  }
}

const entriesOf = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

const folder = resolve(process.argv[2] ?? 'dist')
if ((await entriesOf(folder)).length > 0 && !(await isFormerBuild(folder))) {
  console.error(`${folder} is not empty and holds no build of ${name}. Name another folder, or empty it yourself.`)
  process.exit(1)
}
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
// Written first, so that an interrupted build is recognized as a build.
await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
await copyFile('README.md', join(folder, 'README.md'))
await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json', '--outDir', folder], { stdio: 'inherit' })
