import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS, variants } from '@rollcall/contract'
import { listWords } from '../../src/completion/words.ts'
import { wholeProgram } from '../../src/program.ts'
import { ROOT } from './pages.ts'

const SOURCES = [
  '{.ci,.github,.githooks,.devcontainer,bench,connectors,deploy,packages,scripts}/**/*',
  '*.{json,ts,yaml,yml}',
  'Dockerfile',
  '.dockerignore',
]
const LEFT_OUT = [
  '**/node_modules/**',
  '**/dist/**',
  '**/*.{md,png,parquet}',
  'packages/cli/test/documents/**',
  'package-lock.json',
]

/** One command of `rollcall`, or an npm script. */
interface Usage {
  readonly options: ReadonlySet<string>
  readonly subcommands: ReadonlySet<string>
}

/** What documents may name. */
export interface Repository {
  readonly hasPath: (path: string) => boolean
  /** Words of all sources, with their hyphens, dots and underscores. */
  readonly words: ReadonlySet<string>
  /** npm scripts, by the name of their package; those of the root under ''. */
  readonly scripts: ReadonlyMap<string, ReadonlySet<string>>
  readonly packages: ReadonlySet<string>
  readonly projects: ReadonlySet<string>
  /** By path, such as `load backfill`; the program itself is the empty one. */
  readonly commands: ReadonlyMap<string, Usage>
  /** Long options of scripts, of the bench and of tests. */
  readonly scriptOptions: ReadonlySet<string>
  /** `GET /v1/…`, with `{}` for every parameter. */
  readonly endpoints: ReadonlySet<string>
}

export const withoutNames = (path: string): string => path.replaceAll(/\{\w+\}|:\w+/g, '{}')

export const readRepository = async (): Promise<Repository> => {
  const files = globSync(SOURCES, { cwd: ROOT, exclude: LEFT_OUT, withFileTypes: true }).filter((entry) => entry.isFile())
  const text = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n')
  const root = readManifest('package.json')
  const packages = globSync('packages/*/package.json', { cwd: ROOT }).map(readManifest)
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, unknown> }
  const config = readFileSync(join(ROOT, 'vitest.config.ts'), 'utf8')
  return {
    hasPath: (path) => (path.includes('*') ? globSync(path, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, path))),
    words: new Set([...(text.match(/[\w.-]+/g) ?? []), ...(text.match(/\w+/g) ?? []), ...files.map(({ name }) => name)]),
    scripts: new Map([{ ...root, name: '' }, ...packages].map(({ name, scripts = {} }) => [name, new Set(Object.keys(scripts))])),
    packages: new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1) as string)),
    projects: new Set([...config.matchAll(/name: '(\w[\w-]*)'/g)].map(([, name = '']) => name)),
    commands: new Map(
      listWords(await wholeProgram()).map(({ path, commands, options }) => [
        path.join(' '),
        { options: new Set(options.map(({ word }) => word)), subcommands: new Set(commands.map(({ word }) => word)) },
      ]),
    ),
    scriptOptions: new Set(
      [...text.matchAll(/^\s*'?(\w[\w-]*)'?: \{ type: '(?:string|boolean)'|(?<=['" ])--(\w[\w-]+)/gm)].map(
        ([, parsed, named]) => `--${parsed ?? named}`,
      ),
    ),
    endpoints: new Set(
      Object.values(ENDPOINTS).flatMap((endpoint) =>
        variants(endpoint).map(({ path }) => `${endpoint.method} ${withoutNames(path)}`),
      ),
    ),
  }
}

interface Manifest {
  readonly name: string
  readonly scripts?: Readonly<Record<string, string>>
}

const readManifest = (path: string): Manifest => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest
