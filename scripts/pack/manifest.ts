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

/** The oldest Node with everything that is not polyfilled: Zstandard came with 22.15. Libraries for browsers need less. */
const ENGINES = { node: { node: '>=22.15' }, any: { node: '>=20' } }

const compiledPath = (source: string, extension: string): string =>
  source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, extension)

/** The manifest of the published package: compiled files instead of sources, and nothing of development. */
export const publishedManifest = (
  { name, version, description, license, sideEffects, exports: sources, bin, dependencies, optionalDependencies }: Manifest,
  { runsIn, assets }: Published,
  repository: string | undefined,
): object => ({
  ...{ name, version, description, license, repository },
  type: 'module',
  engines: ENGINES[runsIn],
  sideEffects,
  bin,
  exports: sources && {
    ...Object.fromEntries(
      Object.entries(sources).map(([path, source]) => [
        path,
        { types: compiledPath(source, '.d.ts'), default: compiledPath(source, '.js') },
      ]),
    ),
    './package.json': './package.json',
  },
  files: ['dist', ...new Set(Object.keys(assets).map((path) => path.split('/')[0]))],
  dependencies,
  optionalDependencies,
})
