import { execFile } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { join, matchesGlob, relative } from 'node:path'
import { promisify } from 'node:util'
import { NOT_PUBLISHED, type Published } from './packages.ts'

const ROOT = join(import.meta.dirname, '../..')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

/** `npm run check` checks all types already, with the newest library. Libraries for browsers are checked again, without Node's types. */
const OPTIONS = {
  node: { target: 'es2024', types: ['node'], noCheck: true },
  // What Node 20 and browsers both have.
  any: { target: 'es2022', lib: ['es2023', 'dom', 'esnext.disposable'], types: [] },
}

/** Compiles to JavaScript with types and source maps that contain the sources, and copies files of other kinds, such as SQL. */
export const compile = async (
  { source, entries, runsIn }: Published,
  declaration: boolean,
  staging: string,
  dist: string,
): Promise<void> => {
  const folder = join(ROOT, source)
  const settings = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      ...OPTIONS[runsIn],
      noEmit: false,
      allowImportingTsExtensions: false,
      rewriteRelativeImportExtensions: true,
      declaration,
      sourceMap: true,
      inlineSources: true,
      rootDir: folder,
      outDir: dist,
    },
    ...(entries
      ? { files: entries.map((path) => join(ROOT, path)), include: [] }
      : { include: [folder], exclude: NOT_PUBLISHED.map((pattern) => join(folder, pattern)) }),
  }
  const project = join(staging, 'tsconfig.json')
  await writeFile(project, JSON.stringify(settings))
  await promisify(execFile)(process.execPath, [TSC, '-p', project]).catch((error: { stdout: string }) => {
    throw new Error(`${source} cannot be compiled:\n${error.stdout}`)
  })
  if (entries) return
  await cp(folder, dist, {
    recursive: true,
    filter: (path) => !path.endsWith('.ts') && !NOT_PUBLISHED.some((pattern) => matchesGlob(relative(folder, path), pattern)),
  })
}
