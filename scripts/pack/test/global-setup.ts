import { mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Packed, packInto } from '../../pack.ts'
import { npm } from './tools.ts'

export interface Installed {
  readonly folder: string
  /** What its node_modules takes of a disk, in MB of a million bytes. */
  readonly megabytes: number
  readonly seconds: number
}

declare module 'vitest' {
  interface ProvidedContext {
    tarballs: string
    packed: Packed[]
    /** With everything, and without optional dependencies. */
    whole: Installed
    small: Installed
  }
}

const sizeOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const blocks = await Promise.all(files.map(async (file) => (await stat(file)).blocks))
  return blocks.reduce((sum, count) => sum + count * 512, 0) / 1e6
}

/** Installs into an empty folder outside this repository, as the guides say. */
const install = async (folder: string, tarballs: readonly string[], ...options: string[]): Promise<Installed> => {
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const start = performance.now()
  await npm(folder, 'install', '--no-audit', '--no-fund', ...options, ...tarballs)
  const seconds = (performance.now() - start) / 1000
  return { folder, seconds, megabytes: await sizeOf(join(folder, 'node_modules')) }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const temporary = await realpath(await mkdtemp(join(tmpdir(), 'rollcall-packages-')))
  const tarballs = join(temporary, 'tarballs')
  const packed = await packInto(tarballs, [])
  const paths = packed.map(({ filename }) => join(tarballs, filename))
  project.provide('tarballs', tarballs)
  project.provide('packed', packed)
  project.provide('whole', await install(join(temporary, 'whole'), paths))
  project.provide('small', await install(join(temporary, 'small'), paths, '--omit=optional'))
  return () => rm(temporary, { recursive: true, force: true })
}
