import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, matchesGlob, relative } from 'node:path'
import { ENDPOINTS, variants } from '@rollcall/contract'
import { listWords } from '../../src/completion/words.ts'
import { wholeProgram } from '../../src/program.ts'
import { ROOT } from './pages.ts'

/** Folders of tools, which hold nothing that a document may rely on. */
const SKIPPED = new Set(['.git', '.rollcall', 'dist', 'node_modules'])
/** Files whose words show nothing: documents, pictures, the names that this check has made up. */
const NO_SOURCE = /\.(md|png|parquet|svg)$|^package-lock\.json$|^packages\/cli\/test\/documents\//

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
  const files = globSync(['**/*', '.*/**/*', '.*'], { cwd: ROOT, withFileTypes: true, exclude: ({ name }) => SKIPPED.has(name) })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
  const sources = files.filter((path) => !NO_SOURCE.test(path))
  const text = sources.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n')
  const paths = new Set(files.flatMap(withFolders))
  const root = readManifest('package.json')
  const packages = globSync('packages/*/package.json', { cwd: ROOT }).map(readManifest)
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, unknown> }
  const config = readFileSync(join(ROOT, 'vitest.config.ts'), 'utf8')
  return {
    hasPath: (path) => (path.includes('*') ? [...paths].some((each) => matchesGlob(each, path)) : paths.has(path)),
    words: new Set([...(text.match(/[\w.-]+/g) ?? []), ...(text.match(/\w+/g) ?? []), ...files.map((path) => basename(path))]),
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

/** A file, and the folders that it is in: an empty folder is none. */
const withFolders = (path: string): string[] => (path === '.' ? [] : [path, ...withFolders(dirname(path))])

interface Manifest {
  readonly name: string
  readonly scripts?: Readonly<Record<string, string>>
}

const readManifest = (path: string): Manifest => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest
