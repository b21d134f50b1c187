/**
 * Builds the package of the folder it is run in: `dist` becomes a package of its own, of plain JavaScript with types, that can be
 * packed, published and installed. Within this repository nothing is built: the sources are imported as they are.
 * An argument is a folder to write to instead.
 */
import { execFileSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

interface Manifest {
  name: string
  version: string
  description: string
  license: string
  dependencies: Record<string, string>
}

const folder = resolve(process.argv[2] ?? 'dist')
await rm(folder, { recursive: true, force: true })
const tsc = join(import.meta.dirname, '../node_modules/.bin/tsc')
execFileSync(tsc, ['-p', 'tsconfig.build.json', '--outDir', folder], { stdio: 'inherit' })

const { name, version, description, license, dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as Manifest
const manifest = {
  ...{ name, version, description, license },
  type: 'module',
  sideEffects: false,
  engines: { node: '>=22' },
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  dependencies,
}
await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
