/** A package that is published. */
export interface Published {
  /** Folder of its manifest and README, from the root of the repository. */
  readonly folder: string
  /** Its sources; what their imports need has to be in the same folder, or in a package. */
  readonly source: string
  /** Compiles only these files and what they import; otherwise all sources but tests. */
  readonly entries?: readonly string[]
  /** Libraries that need nothing of Node also run in browsers. */
  readonly runsIn: 'node' | 'any'
  /** The oldest Node with everything that it uses and does not polyfill. */
  readonly oldestNode: string
  /** Files and folders that are published as they are: the target in the package and the place in the repository. */
  readonly assets: Readonly<Record<string, string>>
}

const ZSTANDARD_SINCE = '22.15'

const inPackages = (name: string, more: Partial<Published> = {}): Published => ({
  folder: `packages/${name}`,
  source: `packages/${name}/src`,
  runsIn: 'node',
  oldestNode: ZSTANDARD_SINCE,
  assets: {},
  ...more,
})

/** In the order in which they depend on each other. */
export const PUBLISHED: readonly Published[] = [
  inPackages('contract', { runsIn: 'any', oldestNode: '20' }),
  inPackages('client', { runsIn: 'any', oldestNode: '20' }),
  inPackages('embedded-postgres'),
  inPackages('loader'),
  inPackages('simulator'),
  inPackages('server', { assets: { web: 'packages/web/dist', guide: 'packages/guide/dist' } }),
  inPackages('cli', { assets: { 'bin/rollcall.js': 'packages/cli/bin/rollcall.js', systemd: 'deploy/systemd' } }),
  {
    folder: 'connectors/singer',
    source: '.',
    entries: ['connectors/singer/tap-rollcall.ts'],
    runsIn: 'node',
    oldestNode: '22',
    assets: { 'delete-stale-rows.sql': 'connectors/singer/delete-stale-rows.sql' },
  },
]

/** What is never published: tests and what only they use. */
export const NOT_PUBLISHED = ['**/*.test.ts', 'testing', 'testing/**']
