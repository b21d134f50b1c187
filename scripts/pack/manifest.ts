import { posix } from 'node:path'
import type { Published } from './packages.ts'

/** The manifest of a workspace. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly sideEffects?: boolean
  readonly exports?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The manifest of the published package: compiled files instead of sources, and nothing of development. */
export const publishedManifest = (
  { name, version, description, license, sideEffects, exports: sources, bin, dependencies, optionalDependencies }: Manifest,
  { folder, source, oldestNode, assets }: Published,
  repository: string | undefined,
): object => {
  const compiled = (path: string, extension: string): string =>
    path.endsWith('.ts') ? posix.join('dist', posix.relative(source, posix.join(folder, path))).replace(/\.ts$/, extension) : path
  const mapped = <T>(from: Readonly<Record<string, string>>, map: (path: string) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(from).map(([key, path]) => [key, map(path)]))
  return {
    ...{ name, version, description, license },
    ...(repository ? { repository: { type: 'git', url: repository, directory: folder } } : {}),
    type: 'module',
    engines: { node: `>=${oldestNode}` },
    sideEffects,
    bin: bin && mapped(bin, (path) => compiled(path, '.js')),
    exports: sources && {
      ...mapped(sources, (path) => ({ types: `./${compiled(path, '.d.ts')}`, default: `./${compiled(path, '.js')}` })),
      './package.json': './package.json',
    },
    files: ['dist', ...new Set(Object.keys(assets).map((path) => path.split('/')[0]))],
    dependencies,
    optionalDependencies,
  }
}
